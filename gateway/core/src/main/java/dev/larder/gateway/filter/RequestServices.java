package dev.larder.gateway.filter;

import dev.larder.gateway.metrics.RecentMisses;
import dev.larder.gateway.metrics.StatusHeader;
import dev.larder.gateway.metrics.traffic.TrafficMetrics;
import dev.larder.gateway.rule.RuleSet;
import java.util.Optional;

/** Services that read requests and account for them when they are answered. */
public record RequestServices(
        RuleSet rules,
        UnkeyedFields unkeyed,
        UserKeyResolver users,
        Optional<StatusHeader> statusField,
        RecentMisses misses,
        TrafficMetrics traffic) {}
