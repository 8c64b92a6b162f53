package dev.larder.gateway.filter;

import dev.larder.gateway.observe.RecentMisses;
import dev.larder.gateway.observe.StatusField;
import dev.larder.gateway.observe.traffic.Traffic;
import dev.larder.gateway.route.Rules;
import java.util.Optional;

/** By what requests are read, and accounted for when they are answered. */
public record RequestServices(
        Rules rules,
        UnkeyedFields unkeyed,
        Users users,
        Optional<StatusField> statusField,
        RecentMisses misses,
        Traffic traffic) {}
