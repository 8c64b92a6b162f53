package dev.larder.gateway.hitpath;

import dev.larder.gateway.filter.WritePrecedent;

/**
 * What a write to one target comes to, found out by one before it.
 *
 * @param precedent how that one was acknowledged
 * @param meters what counts its writes
 * @param routes those among which its route was looked for
 */
record WriteShortcut(WritePrecedent precedent, RouteMeters meters, Object routes) {}
