// The parts of the page that show figures.

import { Grid, button, byId, el, setText, table } from './dom.js';
import { bytes, count, mean, millis, most, ratio } from './format.js';
import { Plot } from './plots.js';

const INTERVALS = 'per 5 s';

/** What is clicked in tables; the page says what it does. */
export const actions = { inspect: url => {}, purge: (kind, value, words) => {}, mayPurge: () => false, mayInspect: () => false };

const bar = (part, all) => (row, cell) => {
  const span = cell.firstChild ?? cell.appendChild(el('span', { 'aria-hidden': 'true' }));
  span.style.width = (100 * part(row) / Math.max(1, all())).toFixed(1) + '%';
};

const purgeButton = (kind, value, words) => (row, cell) => {
  if (actions.mayPurge()) {
    cell.append(button('Purge', 'Purge ' + words(row), () => actions.purge(kind, value(row), words(row)), 'danger'));
  }
};

export class Panels {
  #points = [];
  #pools = [];
  #worst = { misses: 1, notStored: 1 };
  #plots;
  #grids;

  constructor() {
    this.#plots = {
      ratio: new Plot(byId('plot-ratio'), {
        title: 'Hit ratio', unit: '% of requests, ' + INTERVALS, show: value => value.toFixed(0) + ' %', range: () => [0, 105] }),
      latency: new Plot(byId('plot-latency'), {
        title: 'Latency', unit: 'mean of hits and of the origin', show: millis }),
      invalidations: new Plot(byId('plot-invalidations'), {
        title: 'Invalidations', unit: INTERVALS, show: count, none: 'Nothing has been invalidated.' }),
      pools: new Plot(byId('plot-pools'), {
        title: 'Pools when invalidated', unit: 'one row each', scatter: true, points: true, none: 'No pool has been invalidated while this page was open.',
        show: index => this.#marked[index] ?? '', names: () => this.#marked, range: () => [-0.5, Math.max(0.5, this.#marked.length - 0.5)] }),
    };
    this.#grids = this.#tables();
  }

  #marked = [];

  /** anew: whether the points are of another life of the gateway than those before. */
  show({ figures, holdings, points }, anew) {
    if (anew) this.#points = [];
    this.#points.push(...points);
    this.#points.splice(0, Math.max(0, this.#points.length - 180));
    this.#pools = holdings.pools;
    this.#tiles(figures);
    this.#tablesOf(figures, holdings);
    this.#drawn();
  }

  #tiles({ routes, stores }) {
    const sum = value => routes.reduce((total, route) => total + value(route), 0);
    const times = which => ({ count: sum(route => route[which].count), seconds: sum(route => route[which].seconds) });
    const tiles = {
      'Requests': count(sum(route => route.requests)),
      'Hit ratio': ratio(sum(route => route.hits), sum(route => route.requests)),
      'Byte hit ratio': ratio(sum(route => route.hitBytes), sum(route => route.bytes)),
      'Mean of hits': mean(times('hit')),
      'Mean of origin': mean(times('origin')),
      'Entries': count(stores.reduce((total, store) => total + store.entries, 0)),
      'Stored': bytes(stores.reduce((total, store) => total + store.bytes, 0)),
    };
    const list = byId('tiles');
    if (list.children.length === 0) {
      list.append(...Object.keys(tiles).map(name => el('div', {}, el('dt', {}, name), el('dd'))));
    }
    Object.values(tiles).forEach((text, index) => setText(list.children[index].lastChild, text));
  }

  #tables() {
    const n = { number: true };
    const cause = (worst, what) => [
      { title: what, text: row => row.what },
      { title: 'route', text: row => row.of, wide: true },
      { title: 'count', text: row => count(row.count), ...n },
      { title: '', className: 'bar', fill: bar(row => row.count, worst) },
    ];
    const entry = [
      { title: 'URL', text: row => row.url },
      { title: 'pool', text: row => row.pool, wide: true },
      { title: 'size', text: row => bytes(row.bytes), ...n },
      { title: '', className: 'do', make: (row, cell) => {
        if (actions.mayInspect()) cell.append(button('Inspect', 'Inspect ' + row.url, () => actions.inspect(row.url)), ' ');
        purgeButton('url', one => one.url, one => one.url)(row, cell);
      } },
    ];
    return {
      routes: new Grid(byId('table-routes'), 'Since the start, by route', [
        { title: 'route', text: row => row.route },
        { title: 'requests', text: row => count(row.requests), ...n, className: 'requests' },
        { title: 'hits', text: row => count(row.hits), ...n, className: 'hits' },
        { title: 'hit ratio', text: row => ratio(row.hits, row.requests), ...n },
        { title: 'byte hit ratio', text: row => ratio(row.hitBytes, row.bytes), ...n, wide: true },
        { title: 'hit, mean', text: row => mean(row.hit), ...n },
        { title: 'hit, 95 %', text: row => most(row.hit), ...n, wide: true },
        { title: 'origin, mean', text: row => mean(row.origin), ...n },
        { title: 'origin, 95 %', text: row => most(row.origin), ...n, wide: true },
        { title: 'all results', wide: true,
          text: row => row.results.filter(one => one.count > 0).map(one => one.what + ' ' + count(one.count)).join(', ') },
      ], 'No cached route has had a request.'),
      misses: new Grid(byId('table-misses'), 'Misses by cause', cause(() => this.#worst.misses, 'cause'), 'There was no miss.'),
      notStored: new Grid(byId('table-not-stored'), 'Responses not stored, by reason',
        cause(() => this.#worst.notStored, 'reason'), 'Every response was stored.'),
      pools: new Grid(byId('table-pools'), 'Largest pools', [
        { title: 'pool', text: row => row.name },
        { title: 'live', text: row => count(row.live), ...n },
        { title: 'invalidated', text: row => count(row.invalidated), ...n },
        { title: '', className: 'do', make: purgeButton('pool', row => row.name, row => 'the pool ' + row.name) },
      ], 'Nothing is stored.'),
      kinds: new Grid(byId('table-kinds'), 'Invalidations since the start', [
        { title: 'kind', text: row => row.what }, { title: 'count', text: row => count(row.count), ...n },
      ], 'Nothing has been invalidated.'),
      stores: new Grid(byId('table-stores'), 'Stores', [
        { title: 'store', text: row => row.name },
        { title: 'entries', text: row => count(row.entries), ...n },
        { title: 'stored', text: row => bytes(row.bytes), ...n },
        { title: 'not admitted', text: row => count(row.refused), ...n },
        { title: 'evictions', text: row => row.evictions, ...n },
      ], 'There is no store.'),
      hottest: new Grid(byId('table-hottest'), 'Kept longest: the hottest entries', entry, 'This store does not say which entries are hottest.'),
      largest: new Grid(byId('table-largest'), 'Largest entries', entry, 'Nothing is stored.'),
    };
  }

  #tablesOf(figures, holdings) {
    const grids = this.#grids;
    const heaviest = rows => Math.max(1, ...rows.map(row => row.count));
    this.#worst = { misses: heaviest(figures.notAnswered), notStored: heaviest(figures.notStored) };
    const named = row => row.of + '\n' + row.what;
    grids.routes.fill(figures.routes, row => row.route);
    grids.misses.fill(figures.notAnswered, named);
    grids.notStored.fill(figures.notStored, named);
    grids.pools.fill(holdings.pools, row => row.name);
    grids.kinds.fill(figures.invalidations, row => row.what);
    const evictions = name => figures.evictions.filter(row => row.of === name)
      .map(row => row.what + ' ' + count(row.count)).join(', ') || '0';
    grids.stores.fill(figures.stores.map(store => ({ ...store, evictions: evictions(store.name) })), row => row.name);
    grids.hottest.fill(holdings.hottest, row => row.url);
    grids.largest.fill(holdings.largest, row => row.url);
  }

  #drawn() {
    const points = this.#points;
    const at = points.map(point => point.at);
    const names = which => [...new Set(points.flatMap(point => Object.keys(point[which])))].sort();
    const over = (name, value) => ({ name, values: points.map(point => point.routes[name] ? value(point.routes[name]) : null) });
    const routes = names('routes');
    this.#plots.ratio.show(at, routes.map(route =>
      over(route, passed => passed.requests > 0 ? 100 * passed.hits / passed.requests : null)));
    this.#plots.latency.show(at, routes.flatMap(route => [
      { ...over(route, passed => passed.hitMillis < 0 ? null : passed.hitMillis), name: route + ', hit' },
      { ...over(route, passed => passed.originMillis < 0 ? null : passed.originMillis), name: route + ', origin' }]));
    this.#plots.invalidations.show(at, names('invalidations').map(kind =>
      ({ name: kind, values: points.map(point => point.invalidations[kind] ?? 0) })));
    this.#marked = [...new Set(points.flatMap(point => point.pools))].sort().reverse();
    this.#plots.pools.show(at, this.#marked.map((pool, index) =>
      ({ name: pool, values: points.map(point => point.pools.includes(pool) ? index : null) })));
  }
}

/** Sections that other parts of the gateway write. */
export class Sections {
  #shown = new Map();

  show(sections) {
    const place = byId('sections');
    const kept = new Map();
    for (const section of sections) {
      const text = JSON.stringify(section);
      const before = this.#shown.get(section.title);
      const shown = before?.text === text ? before : { text, element: this.#element(section, before?.element) };
      if (before && before !== shown) before.element.replaceWith(shown.element);
      else if (!before) place.append(shown.element);
      kept.set(section.title, shown);
    }
    for (const [title, shown] of this.#shown) if (!kept.has(title)) shown.element.remove();
    this.#shown = kept;
  }

  #element({ title, kinds, blocks }) {
    const id = 'section-' + title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    return el('section', { id, 'aria-labelledby': 'h-' + id },
      el('h2', { id: 'h-' + id }, title), ...blocks.map((block, index) => this.#block(kinds[index], block)));
  }

  #block(kind, block) {
    switch (kind) {
      case 'table': return table(block.caption, block.columns, block.rows);
      case 'listing': return el('div', {}, el('h3', {}, block.caption), el('pre', { tabIndex: 0 }, block.text));
      case 'plot': return this.#plot(block);
      default: return el('p', {}, block.text);
    }
  }

  #plot(block) {
    const figure = el('figure');
    const number = value => value == null ? '' : Math.abs(value) >= 1000 ? count(value) : String(+value.toPrecision(4));
    queueMicrotask(() => new Plot(figure, { title: block.caption, unit: block.y + ' by ' + block.x, x: block.x, show: number, axis: block.x.includes('bytes') ? value => value == null ? '' : bytes(value) : number })
      .show(block.at, block.curves));
    return figure;
  }
}
