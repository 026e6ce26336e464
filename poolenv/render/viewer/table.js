// The bare table, drawn once per size on a canvas of its own. Lengths in metres, y upwards.

const rgb = ([r, g, b], light = 1, alpha = 1) =>
  `rgba(${[r, g, b].map((v) => Math.min(255, Math.round(v * light))).join(",")},${alpha})`;

// A fixed sequence from 0 to 1, so that the grain of the wood is the same in every page.
function* fixedNumbers(word) {
  for (;;) {
    word = (Math.imul(word, 1664525) + 1013904223) >>> 0;
    yield word / 4294967296;
  }
}

function polygonPath(points) {
  const path = new Path2D();
  points.forEach(([x, y], k) => (k ? path.lineTo(x, y) : path.moveTo(x, y)));
  path.closePath();
  return path;
}

function circlePath([x, y], radius) {
  const path = new Path2D();
  path.arc(x, y, radius, 0, 2 * Math.PI);
  return path;
}

function drawGrain(ctx, x0, x1, y0, y1, colours, seed) {
  const next = fixedNumbers(seed);
  const number = () => next.next().value;
  for (let k = 0; k < 150; k++) {
    const y = y0 + (y1 - y0) * number();
    const from = x0 + (x1 - x0) * (number() - 0.3), length = (x1 - x0) * (0.2 + 0.5 * number());
    ctx.strokeStyle = rgb(number() < 0.5 ? colours.wood_dark : colours.wood_light, 1, 0.10 + 0.16 * number());
    ctx.lineWidth = 0.0008 + 0.0034 * number();
    ctx.beginPath();
    ctx.moveTo(from, y);
    ctx.bezierCurveTo(from + length / 3, y + 0.008 * (number() - 0.5), from + length / 1.5, y + 0.008 * (number() - 0.5), from + length, y);
    ctx.stroke();
  }
}

function drawRails(ctx, look) {
  const { length, width, rail_width: rail, cushion_depth: depth, outer_corner: corner, colours } = look;
  const x = length / 2, y = width / 2;
  const frame = new Path2D();
  frame.roundRect(-x - rail, -y - rail, length + 2 * rail, width + 2 * rail, corner);
  ctx.save();
  ctx.shadowColor = "rgba(0,0,0,0.8)";
  ctx.shadowBlur = 0.05 * look.scale;
  ctx.shadowOffsetY = 0.012 * look.scale;
  ctx.fillStyle = rgb(colours.wood_dark, 1.55);
  ctx.fill(frame);
  ctx.restore();

  ctx.save();
  ctx.clip(frame);
  [1, -1].forEach((side, k) => {
    ctx.save();
    ctx.clip(polygonPath([[-x - rail, side * (y + rail)], [x + rail, side * (y + rail)], [x, side * y], [-x, side * y]]));
    drawGrain(ctx, -x - rail, x + rail, side * y, side * (y + rail), colours, 11 + k);
    ctx.restore();
    ctx.save();
    ctx.clip(polygonPath([[side * (x + rail), -y - rail], [side * (x + rail), y + rail], [side * x, y], [side * x, -y]]));
    ctx.rotate(Math.PI / 2);
    drawGrain(ctx, -y - rail, y + rail, -side * x, -side * (x + rail), colours, 21 + k);
    ctx.restore();
  });
  ctx.strokeStyle = "rgba(20,8,2,0.55)";
  ctx.lineWidth = 0.003;
  for (const [sx, sy] of [[1, 1], [1, -1], [-1, 1], [-1, -1]]) {
    ctx.beginPath();
    ctx.moveTo(sx * x, sy * y);
    ctx.lineTo(sx * (x + rail), sy * (y + rail));
    ctx.stroke();
  }
  // The bevel: a light upper left edge, a dark lower right one.
  ctx.lineWidth = 0.022;
  const edge = ctx.createLinearGradient(-x - rail, y + rail, x + rail, -y - rail);
  edge.addColorStop(0, "rgba(255,190,130,0.30)");
  edge.addColorStop(0.45, "rgba(255,190,130,0.05)");
  edge.addColorStop(0.55, "rgba(0,0,0,0.20)");
  edge.addColorStop(1, "rgba(0,0,0,0.55)");
  ctx.strokeStyle = edge;
  ctx.stroke(frame);
  ctx.restore();
  ctx.fillStyle = "rgba(0,0,0,0.35)";
  ctx.fillRect(-x - depth - 0.006, -y - depth - 0.006, length + 2 * depth + 0.012, width + 2 * depth + 0.012);
}

function drawSights(ctx, look) {
  for (const [x, y] of look.sights) {
    const [a, b] = Math.abs(y) > look.width / 2 ? [look.sight_short, look.sight_long] : [look.sight_long, look.sight_short];
    ctx.fillStyle = rgb(look.colours.pearl);
    ctx.strokeStyle = "rgba(20,10,6,0.6)";
    ctx.lineWidth = 0.002;
    const diamond = polygonPath([[x - a, y], [x, y + b], [x + a, y], [x, y - b]]);
    ctx.fill(diamond);
    ctx.stroke(diamond);
  }
}

function drawCloth(ctx, look) {
  const { length, width, cushion_depth: depth, colours } = look;
  const x = length / 2, y = width / 2;
  ctx.save();
  ctx.scale(1, width / length);
  const lamp = ctx.createRadialGradient(0, 0, 0, 0, 0, 0.62 * length);
  lamp.addColorStop(0, rgb(colours.cloth, 1.09));
  lamp.addColorStop(0.5, rgb(colours.cloth, 1.02));
  lamp.addColorStop(1, rgb(colours.cloth, 0.86));
  ctx.fillStyle = lamp;
  ctx.fillRect(-x - depth, (-y - depth) * length / width, length + 2 * depth, (width + 2 * depth) * length / width);
  ctx.restore();
  ctx.strokeStyle = rgb(colours.chalk, 1, 0.36);
  ctx.lineWidth = Math.max(0.0032, 1.1 / look.scale);
  ctx.beginPath();
  ctx.moveTo(look.head_string, -y);
  ctx.lineTo(look.head_string, y);
  ctx.stroke();
  ctx.fillStyle = rgb(colours.chalk, 1, 0.78);
  ctx.fill(circlePath([look.foot_spot, 0], Math.max(look.spot_radius, 1.2 / look.scale)));
  ctx.fillStyle = rgb(colours.ink, 1, 0.6);
  ctx.fill(circlePath([look.foot_spot, 0], 0.45 * look.spot_radius));
}

function drawPocket(ctx, look, { centre, radius, cut, throat }) {
  const [x, y] = centre;
  const shadow = ctx.createRadialGradient(x, y, cut + look.liner, x, y, cut + look.liner + 0.016);
  shadow.addColorStop(0, "rgba(0,0,0,0.5)");
  shadow.addColorStop(1, "rgba(0,0,0,0)");
  ctx.fillStyle = shadow;
  ctx.fill(circlePath(centre, cut + look.liner + 0.016));
  ctx.fillStyle = rgb(look.colours.liner);
  ctx.fill(circlePath(centre, cut + look.liner));
  ctx.strokeStyle = "rgba(150,145,140,0.35)";
  ctx.lineWidth = 0.004;
  ctx.stroke(circlePath(centre, cut + 0.5 * look.liner));
  // The shelf between the facings lies over the liner, then the hole where it is open to the sky.
  const mouth = polygonPath(throat);
  ctx.fillStyle = rgb(look.colours.cloth, 0.82);
  ctx.fill(mouth);
  const edge = ctx.createRadialGradient(x, y, radius, x, y, radius + 0.03);
  edge.addColorStop(0, "rgba(0,0,0,0.6)");
  edge.addColorStop(1, "rgba(0,0,0,0)");
  ctx.fillStyle = edge;
  ctx.fill(mouth);
  const wall = ctx.createRadialGradient(x - 0.25 * radius, y + 0.3 * radius, 0.45 * radius, x, y, radius);
  wall.addColorStop(0, rgb(look.colours.hole));
  wall.addColorStop(1, "rgb(46,46,50)");
  ctx.fillStyle = wall;
  for (const open of [mouth, circlePath(centre, cut)]) {
    ctx.save();
    ctx.clip(open);
    ctx.fill(circlePath(centre, radius));
    ctx.restore();
  }
}

function drawCushion(ctx, look, points, slope) {
  const shape = polygonPath(points);
  const x = look.length / 2 + look.cushion_depth, y = look.width / 2 + look.cushion_depth;
  ctx.save();
  ctx.clip(polygonPath([[-x, -y], [x, -y], [x, y], [-x, y]]));
  ctx.shadowColor = "rgba(0,0,0,0.6)";
  ctx.shadowBlur = 0.022 * look.scale;
  ctx.fillStyle = rgb(look.colours.cloth, 0.8);
  ctx.fill(shape);
  ctx.restore();
  const nose = [slope[0] * -look.length / 2, slope[1] * -look.width / 2];
  const back = nose.map((v, k) => v - slope[k] * look.cushion_depth);
  const face = ctx.createLinearGradient(...nose, ...back);
  const lit = 0.9 - 0.1 * (slope[0] * look.light[0] + slope[1] * look.light[1]);
  face.addColorStop(0, rgb(look.colours.cloth, lit));
  face.addColorStop(0.1, rgb(look.colours.cloth, lit + 0.26));
  face.addColorStop(0.24, rgb(look.colours.cloth, lit));
  face.addColorStop(0.6, rgb(look.colours.cloth, lit - 0.04));
  face.addColorStop(1, rgb(look.colours.cloth, lit - 0.28));
  ctx.fillStyle = face;
  ctx.fill(shape);
}

// A canvas with the bare table; `view` maps metres to pixels.
function drawTable(look, view) {
  const canvas = document.createElement("canvas");
  canvas.width = view.width;
  canvas.height = view.height;
  const ctx = canvas.getContext("2d");
  ctx.fillStyle = rgb(look.colours.page);
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.setTransform(view.scale, 0, 0, -view.scale, view.x, view.y);
  const sized = { ...look, scale: view.scale };
  drawRails(ctx, sized);
  drawSights(ctx, sized);
  drawCloth(ctx, sized);
  look.openings.forEach((opening) => drawPocket(ctx, sized, opening));
  look.cushions.forEach((points, k) => drawCushion(ctx, sized, points, look.slopes[k]));
  return canvas;
}
