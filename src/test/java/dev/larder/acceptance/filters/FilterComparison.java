package dev.larder.acceptance.filters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.filters.FilterTwins.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Holds the same conversations with both gateways, and compares them. */
final class FilterComparison {

    private FilterComparison() {}

    /** Fails if Larder shows anything otherwise that is not expected. */
    static void assertAlike(FilterTwins twins, FilterCase filters) {
        FilterObservation plain = FilterObservation.of(twins, filters, Place.PLAIN);
        List<FilterDifference> unexplained = new ArrayList<>();
        for (Place place : List.of(Place.ALONE, Place.FIRST, Place.AFTER)) {
            FilterObservation larder = FilterObservation.of(twins, filters, place);
            differences(plain, larder).stream()
                    .filter(difference -> !ExpectedDifference.explains(difference))
                    .forEach(unexplained::add);
        }
        twins.origin().forget();
        assertThat(unexplained).isEmpty();
    }

    private static List<FilterDifference> differences(FilterObservation plain, FilterObservation larder) {
        List<FilterDifference> differences = new ArrayList<>();
        String where = larder.filters() + "/" + larder.place() + "/";
        for (FilterConversation conversation : larder.conversations()) {
            boolean hit = larder.hit(conversation);
            Map<String, String> expected = plain.aspects(conversation);
            Map<String, String> found = larder.aspects(conversation);
            boolean other = !expected.getOrDefault("content", "").equals(found.getOrDefault("content", ""));
            found.forEach((aspect, value) -> {
                boolean answered = hit && aspect.equals("origin") && value.equals("[]");
                boolean followsFromContent = aspect.equals("framing") && (hit || other);
                if (!value.equals(expected.get(aspect)) && !answered && !followsFromContent) {
                    differences.add(new FilterDifference(
                            where + conversation + "/" + aspect, expected.getOrDefault(aspect, ""), value));
                }
            });
            if (larder.place().cached() && conversation.name().endsWith("again") && !hit) {
                differences.add(new FilterDifference(where + conversation + "/hit", "", "no hit"));
            }
        }
        Set<String> errors = new TreeSet<>(larder.errors());
        errors.removeAll(plain.errors());
        if (!errors.isEmpty()) {
            differences.add(new FilterDifference(where + "log", plain.errors().toString(), errors.toString()));
        }
        return differences;
    }
}
