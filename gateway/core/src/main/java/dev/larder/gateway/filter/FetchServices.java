package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.Claims;
import dev.larder.gateway.exchange.Flights;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.exchange.Origin;
import dev.larder.gateway.exchange.OriginTags;
import dev.larder.gateway.exchange.Shelf;
import dev.larder.gateway.observe.span.Spans;

/** By what responses are found, fetched and stored. */
public record FetchServices(
        Shelf shelf,
        Flights flights,
        Claims claims,
        Origin origin,
        OriginTags originTags,
        CacheLimits limits,
        LarderClock clock,
        Spans spans) {}
