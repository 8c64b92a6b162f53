package dev.larder.gateway.connection;

import java.util.List;
import java.util.Map;

/**
 * Where hits are answered, and why not earlier.
 *
 * @param level the earliest level, for any route
 * @param reasons why it is not earlier
 * @param hits hits answered before routing, by level
 * @param forwarded requests forwarded at their connection
 * @param routes assessments by route id
 */
public record HitLevelReport(
        HitLevel level,
        List<String> reasons,
        Map<HitLevel, Long> hits,
        long forwarded,
        Map<String, HitLevelAssessment> routes) {}
