package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.Claims;
import dev.larder.gateway.exchange.Flights;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.exchange.Origin;
import dev.larder.gateway.exchange.OriginTags;
import dev.larder.gateway.exchange.Shelf;
import dev.larder.gateway.observe.RecentMisses;
import dev.larder.gateway.observe.StatusField;
import dev.larder.gateway.observe.span.Spans;
import dev.larder.gateway.observe.traffic.Traffic;
import dev.larder.gateway.route.Rules;
import java.util.Optional;

/** What all cached routes share; it outlives every route and every refresh of routes. */
public record CacheServices(
        Shelf shelf,
        Flights flights,
        Claims claims,
        Origin origin,
        LarderClock clock,
        UnkeyedFields unkeyed,
        CacheLimits limits,
        Rules rules,
        Writes writes,
        BufferedWrites buffered,
        OriginTags originTags,
        RecentMisses misses,
        Users users,
        Optional<StatusField> statusField,
        Precedents precedents,
        Traffic traffic,
        Spans spans,
        Extensions extensions) {}
