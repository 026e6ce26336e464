// The page: state, controls and the loop that draws.

const { replay, look } = JSON.parse(document.getElementById("data").textContent);
const el = (id) => document.getElementById(id);
const canvas = el("table"), ctx = canvas.getContext("2d");
const balls = Array.from({ length: BALLS }, (_, number) => new Ball(number, look));
const everPlayed = [...new Set(replay.shots.flatMap((shot) => Object.keys(shot.balls).map(Number)))]
  .filter((ball) => ball > 0)
  .sort((a, b) => a - b);
const PAUSE_BETWEEN_SHOTS = 0.9; // [s]
const UPRIGHT = [1, 0, 0, 0];
const PLAY_ICON = "M4 2.5v11L14 8z", PAUSE_ICON = "M4 3h3v10H4zM9 3h3v10H9z";

const state = { shot: 0, time: 0, playing: false, rest: 0 };
let view = null, bare = null, track = null, turns = null, last = null, pending = false;

// Size of the canvas and the map from metres to pixels; the tray for pocketed balls is below.
function resize() {
  const around = look.rail_width + look.margin;
  const metresWide = look.length + 2 * around;
  const tray = 2.6 * look.ball_radius;
  const metresHigh = look.width + 2 * around + tray;
  const room = window.innerWidth > 900 ? Math.max(240, window.innerHeight - 300) : Infinity;
  const wide = Math.min(el("stage").clientWidth, (room * metresWide) / metresHigh);
  const dense = Math.min(window.devicePixelRatio || 1, 2);
  const scale = (wide * dense) / metresWide;
  canvas.style.width = `${wide}px`;
  canvas.width = Math.round(wide * dense);
  canvas.height = Math.round(scale * metresHigh);
  view = {
    scale,
    width: canvas.width,
    height: canvas.height,
    x: canvas.width / 2,
    y: scale * (look.width / 2 + around),
    tray: scale * (look.width + 2 * around + tray / 2 - look.margin / 2),
  };
  bare = drawTable(look, view);
  ask();
}

// A thin line along the way of each ball so far.
function drawTrails(t) {
  const until = sampleAt(track.time, t);
  ctx.lineWidth = Math.max(1.2, 0.004 * view.scale);
  ctx.lineJoin = ctx.lineCap = "round";
  for (let ball = BALLS - 1; ball >= 0; ball--) {
    let drawing = false;
    ctx.beginPath();
    for (let i = 0; i <= until; i++) {
      const at = i * BALLS + ball;
      if (!track.here[at]) { drawing = false; continue; }
      const x = view.x + view.scale * track.place[3 * at], y = view.y - view.scale * track.place[3 * at + 1];
      if (drawing) ctx.lineTo(x, y); else ctx.moveTo(x, y);
      drawing = true;
    }
    const now = placeAt(track, ball, t);
    if (now && drawing) ctx.lineTo(view.x + view.scale * now[0], view.y - view.scale * now[1]);
    ctx.strokeStyle = rgb(look.colours.balls[ball].map((v) => v + 0.25 * (255 - v)), 1, 0.7);
    ctx.stroke();
  }
}

function drawBall(ball, place, turn) {
  const height = place[2] - look.ball_radius;
  const radius = (view.scale * look.ball_radius * look.eye) / (look.eye - Math.min(1, Math.max(-0.3, height)));
  const picture = balls[ball].picture(turn, radius);
  const x = view.x + view.scale * place[0] - picture.width / 2;
  const y = view.y - view.scale * place[1] - picture.height / 2;
  ctx.globalAlpha = Math.min(1, Math.max(0.2, 1 + (0.3 * height) / look.ball_radius));
  ctx.drawImage(picture, x, y);
  ctx.globalAlpha = 1;
}

function drawTray(onTable) {
  const gone = everPlayed.filter((ball) => !onTable.has(ball));
  const radius = view.scale * look.ball_radius;
  gone.forEach((ball, k) => {
    const picture = balls[ball].picture(UPRIGHT, radius);
    const x = view.x + (k - (gone.length - 1) / 2) * 2.3 * radius;
    ctx.drawImage(picture, x - picture.width / 2, view.tray - picture.height / 2);
  });
}

function drawEvents(t) {
  for (const [time, x, y] of replay.shots[state.shot].events) {
    const age = t - time / replay.per_second;
    if (age < 0 || age > 0.35) continue;
    ctx.beginPath();
    ctx.arc(view.x + (view.scale * x) / replay.per_metre, view.y - (view.scale * y) / replay.per_metre, view.scale * (0.03 + 0.16 * age), 0, 2 * Math.PI);
    ctx.strokeStyle = `rgba(255,255,255,${0.8 * (1 - age / 0.35)})`;
    ctx.lineWidth = Math.max(1, 0.004 * view.scale);
    ctx.stroke();
  }
}

function draw() {
  ctx.drawImage(bare, 0, 0);
  if (!track) return;
  const t = state.time;
  if (el("trails").checked) drawTrails(t);
  const seen = [];
  for (let ball = 0; ball < BALLS; ball++) {
    const place = placeAt(track, ball, t);
    if (place) seen.push({ ball, place });
  }
  seen.sort((a, b) => a.place[2] - b.place[2]);
  for (const { place } of seen) {
    const height = place[2] - look.ball_radius;
    if (height < -0.5 * look.ball_radius) continue;
    const lift = 1 + Math.max(0, height) / look.ball_radius;
    drawShadow(ctx, view.x + view.scale * place[0], view.y - view.scale * place[1], view.scale * look.ball_radius, lift);
  }
  for (const { ball, place } of seen) {
    drawBall(ball, place, turnAt(track, turns, ball, t, place, look.ball_radius));
  }
  drawTray(new Set(seen.map(({ ball }) => ball)));
  drawEvents(t);
}

function showTime() {
  el("scrub").value = track.end > 0 ? Math.round((1000 * state.time) / track.end) : 1000;
  el("clock").textContent = `${state.time.toFixed(2)} / ${track.end.toFixed(2)} s`;
  const past = replay.shots[state.shot].events.filter(([time]) => time / replay.per_second <= state.time);
  el("seen").textContent = past.map(([, , , label]) => label).join(" \u00b7 ");
}

function showShot(index, time = 0) {
  state.shot = Math.min(replay.shots.length - 1, Math.max(0, index));
  const shot = replay.shots[state.shot];
  track = decodeShot(shot, replay.per_metre, replay.per_second);
  turns = turnsOf(track, look.ball_radius);
  state.time = Math.min(track.end, Math.max(0, time));
  state.rest = 0;
  el("title").textContent = shot.title;
  el("ruling").textContent = shot.ruling;
  el("score").textContent = shot.score;
  el("ticks").replaceChildren(...shot.events.map(([at, , , label]) => {
    const tick = document.createElement("i");
    tick.style.left = `${track.end > 0 ? (100 * at) / replay.per_second / track.end : 0}%`;
    tick.title = label;
    return tick;
  }));
  for (const [k, item] of [...el("shots").children].entries()) {
    const button = item.firstChild;
    button.setAttribute("aria-current", String(k === state.shot));
    if (k === state.shot) button.scrollIntoView({ block: "nearest" });
  }
  showTime();
  ask();
}

function setPlaying(playing) {
  if (!track) return;
  if (playing && state.time >= track.end) {
    if (state.shot + 1 < replay.shots.length) showShot(state.shot + 1); else showShot(state.shot);
  }
  state.playing = playing;
  el("icon").setAttribute("d", playing ? PAUSE_ICON : PLAY_ICON);
  last = null;
  ask();
}

function seek(time) {
  state.time = Math.min(track.end, Math.max(0, time));
  state.rest = 0;
  showTime();
  ask();
}

// Draw once with the next frame of the screen.
function ask() {
  if (!pending) {
    pending = true;
    requestAnimationFrame(frame);
  }
}

function frame(now) {
  pending = false;
  if (state.playing) {
    const step = last === null ? 0 : Math.min(0.1, (now - last) / 1000) * Number(el("speed").value);
    last = now;
    state.time = Math.min(track.end, state.time + step);
    if (state.time >= track.end) state.rest += step;
    if (state.rest > PAUSE_BETWEEN_SHOTS) {
      if (state.shot + 1 < replay.shots.length) showShot(state.shot + 1); else setPlaying(false);
    }
    showTime();
  }
  draw();
  if (state.playing) ask();
}

function changeSpeed(step) {
  const speed = el("speed");
  speed.selectedIndex = Math.min(speed.length - 1, Math.max(0, speed.selectedIndex + step));
}

const KEYS = {
  " ": () => setPlaying(!state.playing),
  ArrowLeft: () => seek(state.time - 0.5),
  ArrowRight: () => seek(state.time + 0.5),
  Home: () => seek(0),
  End: () => seek(track.end),
  p: () => showShot(state.shot - 1),
  n: () => showShot(state.shot + 1),
  "+": () => changeSpeed(1),
  "=": () => changeSpeed(1),
  "-": () => changeSpeed(-1),
  t: () => { el("trails").checked = !el("trails").checked; ask(); },
};

function start() {
  el("players").textContent = replay.names.join(" \u2013 ");
  el("settings").replaceChildren(...Object.entries(replay.settings).map(([name, value]) => {
    const item = document.createElement("li");
    item.textContent = `${name}: ${value}`;
    return item;
  }));
  el("shots").replaceChildren(...replay.shots.map((shot, k) => {
    const item = document.createElement("li"), button = document.createElement("button"), small = document.createElement("small");
    button.textContent = `${k + 1}. ${shot.title}`;
    small.textContent = shot.ruling.split("\n")[0];
    button.append(small);
    button.addEventListener("click", () => showShot(k));
    item.append(button);
    return item;
  }));
  el("play").addEventListener("click", () => setPlaying(!state.playing));
  el("previous").addEventListener("click", () => track && showShot(state.shot - 1));
  el("next").addEventListener("click", () => track && showShot(state.shot + 1));
  el("scrub").addEventListener("input", () => track && seek((el("scrub").value / 1000) * track.end));
  el("trails").addEventListener("change", ask);
  window.addEventListener("resize", resize);
  window.addEventListener("keydown", (event) => {
    const action = KEYS[event.key] || KEYS[event.key.toLowerCase()];
    if (!action || !track || event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "SELECT") return;
    event.preventDefault();
    action();
  });
  resize();
  // A link may name a shot, from 1, and a time: page.html#12@0.8
  const [shot, time] = location.hash.slice(1).split("@").map(Number);
  if (replay.shots.length) showShot((shot || 1) - 1, time || 0);
}

start();
