// Plots over time, each with its numbers in a table.

import uPlot from './uplot.js';
import { el, setText, table } from './dom.js';
import { clock } from './format.js';

const HEIGHT = 200;
const TABLE_ROWS = 24;
const COLOURS = 8;

const dark = matchMedia('(prefers-color-scheme: dark)');
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** What keeps the same colour as long as the page is open. */
const colours = new Map();
const colour = name => {
  if (!colours.has(name)) colours.set(name, colours.size % COLOURS);
  return css('--c' + colours.get(name));
};

export class Plot {
  #area = el('div', { className: 'plot' });
  #numbers = el('div');
  #none;
  #label;
  #options;
  #plot = null;
  #shape = '';
  #last = null;
  #more;

  /** options: {title, unit, show(value), points?, names?, over?} */
  constructor(figure, options) {
    this.#options = options;
    this.#none = el('p', { className: 'empty' }, options.none ?? 'Nothing has happened yet.');
    this.#more = el('details', { ontoggle: () => this.#table() },
      el('summary', {}, 'As a table', el('span', { className: 'unseen' }, ': ' + options.title)), this.#numbers);
    this.#label = el('figcaption', {}, options.title + ' ', el('small', {}, options.unit));
    this.#area.setAttribute('role', 'img');
    this.#area.hidden = true;
    figure.replaceChildren(this.#label, this.#none, this.#area, this.#more);
    new ResizeObserver(() => this.#resize()).observe(figure);
    dark.addEventListener('change', () => this.#draw(true));
  }

  /** at: seconds or whatever is on the axis; series: [{name, values}] with null where there is nothing. */
  show(at, series) {
    this.#last = { at, series };
    this.#draw(false);
    this.#table();
  }

  #draw(anew) {
    if (this.#last === null) return;
    const { at, series } = this.#last;
    const empty = at.length === 0 || series.every(one => one.values.every(value => value === null));
    this.#none.hidden = !empty;
    this.#area.hidden = empty;
    if (empty) return;
    const shape = series.map(one => one.name).join('\n');
    const data = [at, ...series.map(one => one.values)];
    if (this.#plot === null || anew || shape !== this.#shape) {
      this.#plot?.destroy();
      this.#shape = shape;
      this.#plot = new uPlot(this.#settings(series), data, this.#area);
    } else {
      this.#plot.setData(data);
    }
    this.#area.setAttribute('aria-label', this.#words(at, series));
  }

  #settings(series) {
    const { show, points, names, range, scatter, axis } = this.#options;
    const axes = { stroke: css('--faint'), grid: { stroke: css('--grid'), width: 1 }, ticks: { show: false }, font: '12px system-ui, sans-serif' };
    return {
      width: Math.max(200, this.#area.parentElement.clientWidth),
      height: HEIGHT,
      cursor: { y: false, ...(points ? { points: { show: false } } : {}) },
      legend: { show: !scatter, live: false },
      scales: { x: { time: !axis, distr: axis && wide(this.#last.at) ? 3 : 1 }, y: range ? { range } : { range: (u, low, high) => [0, high > 0 ? high * 1.1 : 1] } },
      axes: [
        axis ? { ...axes, values: (u, at) => at.map(axis) } : { ...axes, space: 70, values: (u, at) => at.map(second => clock(second).slice(0, u.scales.x.max - u.scales.x.min < 300 ? 8 : 5)) },
        { ...axes, size: names ? 90 : 62, splits: names ? (() => names().map((name, index) => index)) : undefined,
          values: names ? ((u, at) => at.map(index => shortened(names()[index] ?? ''))) : ((u, at) => at.map(show)) },
      ],
      series: [{}, ...series.map(one => ({
        label: one.name,
        stroke: colour(one.name),
        fill: undefined,
        width: scatter ? 0 : 2,
        paths: scatter ? () => null : undefined,
        spanGaps: true,
        points: scatter ? { show: true, size: 9, fill: colour(one.name), width: 0 } : { show: this.#last.at.length < 3, size: 7 },
      }))],
    };
  }

  #words(at, series) {
    const last = series.map(one => [one.name, one.values.findLast(value => value !== null)])
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => name + ' ' + this.#options.show(value));
    return this.#options.title + '. Latest: ' + last.join(', ') + '. All numbers are in the table below.';
  }

  #table() {
    if (!this.#more.open || this.#last === null) return;
    const { at, series } = this.#last;
    const { show, axis } = this.#options;
    const rows = at.map((place, index) => [axis ? axis(place) : clock(place),
      ...series.map(one => one.values[index] === null ? '' : show(one.values[index]))]).slice(-TABLE_ROWS);
    this.#numbers.replaceChildren(
      table(this.#options.title, [this.#options.x ?? 'time', ...series.map(one => one.name)], axis ? rows : rows.reverse()));
  }

  #resize() {
    if (this.#plot === null) return;
    const width = Math.max(200, this.#area.parentElement.clientWidth);
    if (width !== this.#plot.width) this.#plot.setSize({ width, height: HEIGHT });
  }
}

/** So wide a range is better seen by its logarithm. */
const wide = at => at[0] > 0 && at[at.length - 1] > 50 * at[0];

const shortened = name => name.length > 12 ? name.slice(0, 11) + '…' : name;
