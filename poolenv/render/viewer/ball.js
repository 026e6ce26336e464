// Balls: a lit sphere per ball on a small canvas of its own, painted again only when it has turned.

const FINE = 2; // samples per pixel and axis
const DISC_PIXELS = 64; // side of the picture of a number disc

function discPicture(number) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = DISC_PIXELS;
  const ctx = canvas.getContext("2d", { willReadFrequently: true });
  ctx.fillStyle = "#000";
  ctx.font = `700 ${number < 10 ? 52 : 42}px system-ui, sans-serif`;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  const size = ctx.measureText(String(number));
  const middle = (size.actualBoundingBoxAscent - size.actualBoundingBoxDescent) / 2;
  ctx.fillText(String(number), DISC_PIXELS / 2, DISC_PIXELS / 2 + middle);
  return ctx.getImageData(0, 0, DISC_PIXELS, DISC_PIXELS).data;
}

class Ball {
  constructor(number, look) {
    this.number = number;
    this.look = look;
    this.ink = number > 0 ? discPicture(number) : null;
    this.canvas = document.createElement("canvas");
    this.painted = "";
  }

  // Colour of the surface at a unit vector in the ball's own frame, into out[0..2].
  skin(x, y, z, out) {
    const { balls, ivory, ink, dot } = this.look.colours;
    let colour = balls[this.number];
    if (this.number === 0) {
      for (const d of this.look.dots) {
        if (1 - Math.abs(d[0] * x + d[1] * y + d[2] * z) < 0.5 * this.look.dot_radius ** 2) colour = dot;
      }
    } else {
      if (this.number > 8 && Math.abs(y) > this.look.stripe) colour = ivory;
      const disc = this.look.disc;
      if (x * x + y * y < disc * disc) {
        const u = Math.floor((0.5 + (0.5 * Math.sign(z) * x) / disc) * DISC_PIXELS);
        const v = Math.floor((0.5 - (0.5 * y) / disc) * DISC_PIXELS);
        const a = this.ink[4 * (v * DISC_PIXELS + u) + 3] / 255;
        for (let c = 0; c < 3; c++) out[c] = ivory[c] + a * (ink[c] - ivory[c]);
        return;
      }
    }
    for (let c = 0; c < 3; c++) out[c] = colour[c];
  }

  // The picture of the ball turned by a quaternion; its radius in pixels.
  picture([w, i, j, k], radius) {
    const key = `${radius.toFixed(2)} ${w.toFixed(3)} ${i.toFixed(3)} ${j.toFixed(3)} ${k.toFixed(3)}`;
    if (key === this.painted) return this.canvas;
    this.painted = key;
    const half = Math.ceil(radius) + 1, side = 2 * half;
    if (this.canvas.width !== side) this.canvas.width = this.canvas.height = side;
    const ctx = this.canvas.getContext("2d");
    const image = ctx.createImageData(side, side);
    const lamp = this.look.lamp, out = [0, 0, 0], sum = [0, 0, 0];
    // Rows of the inverse rotation: from the table's frame to the ball's.
    const m = [
      [1 - 2 * (j * j + k * k), 2 * (i * j + w * k), 2 * (i * k - w * j)],
      [2 * (i * j - w * k), 1 - 2 * (i * i + k * k), 2 * (j * k + w * i)],
      [2 * (i * k + w * j), 2 * (j * k - w * i), 1 - 2 * (i * i + j * j)],
    ];
    for (let row = 0; row < side; row++) {
      for (let column = 0; column < side; column++) {
        const away = Math.hypot(column + 0.5 - half, row + 0.5 - half);
        const cover = Math.min(1, Math.max(0, radius - away + 0.5));
        if (cover === 0) continue;
        sum.fill(0);
        for (let s = 0; s < FINE * FINE; s++) {
          let x = (column + ((s % FINE) + 0.5) / FINE - half) / radius;
          let y = (half - row - (Math.floor(s / FINE) + 0.5) / FINE) / radius;
          const limb = Math.max(1, Math.hypot(x, y));
          x /= limb;
          y /= limb;
          const z = Math.sqrt(Math.max(0, 1 - x * x - y * y));
          this.skin(m[0][0] * x + m[0][1] * y + m[0][2] * z, m[1][0] * x + m[1][1] * y + m[1][2] * z, m[2][0] * x + m[2][1] * y + m[2][2] * z, out);
          const facing = Math.max(0, lamp[0] * x + lamp[1] * y + lamp[2] * z);
          const light = (0.5 + 0.58 * facing) * (0.74 + 0.26 * z);
          const sheen = smooth(0.72, 1, facing), spot = smooth(0.962, 0.992, facing);
          const gloss = 0.2 * sheen + 0.72 * spot;
          for (let c = 0; c < 3; c++) sum[c] += out[c] * light + gloss * (255 - out[c] * light);
        }
        const at = 4 * (row * side + column);
        for (let c = 0; c < 3; c++) image.data[at + c] = sum[c] / (FINE * FINE);
        image.data[at + 3] = 255 * cover;
      }
    }
    ctx.putImageData(image, 0, 0);
    return this.canvas;
  }
}

function smooth(edge0, edge1, value) {
  const t = Math.min(1, Math.max(0, (value - edge0) / (edge1 - edge0)));
  return t * t * (3 - 2 * t);
}

// Soft shadow on the cloth, further away and fainter for a ball in the air; in pixels.
function drawShadow(ctx, x, y, radius, lift) {
  const cx = x + 0.26 * radius * lift, cy = y + 0.32 * radius * lift;
  const fade = ctx.createRadialGradient(cx, cy, 0.5 * radius, cx, cy, 1.42 * radius);
  const strength = 0.58 / (1 + 0.35 * (lift - 1));
  fade.addColorStop(0, `rgba(0,0,0,${strength})`);
  fade.addColorStop(0.5, `rgba(0,0,0,${0.5 * strength})`);
  fade.addColorStop(1, "rgba(0,0,0,0)");
  ctx.fillStyle = fade;
  ctx.fillRect(cx - 1.5 * radius, cy - 1.5 * radius, 3 * radius, 3 * radius);
}
