package dev.larder.gateway.filter;

import dev.larder.gateway.metrics.RecentMisses;
import dev.larder.gateway.metrics.StatusHeader;
import dev.larder.gateway.metrics.traffic.TrafficMetrics;
import dev.larder.gateway.rule.RuleSet;
import java.util.Optional;

/** By what requests are read, and accounted for when they are answered. */
public record RequestServices(
        RuleSet rules,
        UnkeyedFields unkeyed,
        UserKeyResolver users,
        Optional<StatusHeader> statusField,
        RecentMisses misses,
        TrafficMetrics traffic) {}
