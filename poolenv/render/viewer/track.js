"use strict";
// Tracks of balls: from the file's changes to samples, places and turns at any time. No drawing here.

const BALLS = 16;

// One shot of the file as arrays: time (T), place (T * 16 * 3) [m], here (T * 16).
function decodeShot(shot, perMetre, perSecond) {
  const samples = shot.time.length;
  const time = Float64Array.from(shot.time, (t) => t / perSecond);
  const place = new Float32Array(samples * BALLS * 3);
  const here = new Uint8Array(samples * BALLS);
  for (const [name, track] of Object.entries(shot.balls)) {
    const ball = Number(name);
    for (let k = 0; k < track.length; k++) {
      const [from, ...centre] = track[k];
      const until = k + 1 < track.length ? track[k + 1][0] : samples;
      for (let i = from; i < until; i++) {
        const at = i * BALLS + ball;
        here[at] = centre.length === 3 ? 1 : 0;
        for (let c = 0; c < centre.length; c++) place[3 * at + c] = centre[c] / perMetre;
      }
    }
  }
  return { time, place, here, end: time[samples - 1] };
}

// Index of the last sample at or before a time.
function sampleAt(time, t) {
  let low = 0, high = time.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (time[middle] <= t) low = middle; else high = middle - 1;
  }
  return low;
}

// Centre of a ball at a time, linear between samples; null if it is not to be seen.
function placeAt(track, ball, t) {
  const i = sampleAt(track.time, t);
  const at = i * BALLS + ball, after = at + BALLS;
  if (!track.here[at]) return null;
  const p = [0, 1, 2].map((c) => track.place[3 * at + c]);
  if (t > track.time[i] && track.here[after]) {
    const s = (t - track.time[i]) / (track.time[i + 1] - track.time[i]);
    for (let c = 0; c < 3; c++) p[c] += s * (track.place[3 * after + c] - p[c]);
  }
  return p;
}

// Product of two quaternions (w, x, y, z).
function turned(a, b) {
  return [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ];
}

// The turn of a ball that rolls along (dx, dy) without slip.
function rolledBy(dx, dy, radius) {
  const way = Math.hypot(dx, dy);
  if (way === 0) return [1, 0, 0, 0];
  const half = way / radius / 2, s = Math.sin(half) / way;
  return [Math.cos(half), -dy * s, dx * s, 0];
}

// Turns at all samples, upright at the start (T * 16 * 4).
function turnsOf(track, radius) {
  const samples = track.time.length;
  const turns = new Float32Array(samples * BALLS * 4);
  for (let ball = 0; ball < BALLS; ball++) {
    let q = [1, 0, 0, 0];
    for (let i = 0; i < samples; i++) {
      const at = i * BALLS + ball, before = at - BALLS;
      if (i > 0 && track.here[at] && track.here[before]) {
        const dx = track.place[3 * at] - track.place[3 * before];
        const dy = track.place[3 * at + 1] - track.place[3 * before + 1];
        if (dx !== 0 || dy !== 0) q = turned(rolledBy(dx, dy, radius), q);
      }
      turns.set(q, 4 * at);
    }
  }
  return turns;
}

// The turn of a ball at a time, given where it is then.
function turnAt(track, turns, ball, t, place, radius) {
  const at = sampleAt(track.time, t) * BALLS + ball;
  const dx = place[0] - track.place[3 * at], dy = place[1] - track.place[3 * at + 1];
  return turned(rolledBy(dx, dy, radius), turns.subarray(4 * at, 4 * at + 4));
}

if (typeof module !== "undefined") {
  module.exports = { BALLS, decodeShot, sampleAt, placeAt, turned, rolledBy, turnsOf, turnAt };
}
