// Numbers as people read them.

const whole = new Intl.NumberFormat('en');
const BYTES = ['B', 'KB', 'MB', 'GB', 'TB'];

/** Three digits, and no exponent. */
const short = n => n >= 99.95 ? whole.format(Math.round(n)) : n.toPrecision(3);

export const count = n => whole.format(n);

export const ratio = (part, all) => all > 0 ? (100 * part / all).toFixed(1) + ' %' : '-';

export function bytes(n) {
  let unit = 0;
  let value = n;
  while (value >= 1000 && unit < BYTES.length - 1) {
    value /= 1024;
    unit++;
  }
  return (unit === 0 ? value : short(value)) + ' ' + BYTES[unit];
}

export function millis(ms) {
  if (ms === 0) return '0';
  if (ms >= 1000) return short(ms / 1000) + ' s';
  if (ms >= 1) return short(ms) + ' ms';
  return short(ms * 1000) + ' µs';
}

/** The mean of something that took so long so often. */
export const mean = times => times.count > 0 ? millis(1000 * times.seconds / times.count) : '-';

export const most = times => times.most > 0 ? '≤ ' + millis(1000 * times.most) : '-';

export const clock = seconds => new Date(1000 * seconds).toTimeString().slice(0, 8);
