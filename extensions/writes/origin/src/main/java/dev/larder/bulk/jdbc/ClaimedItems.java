package dev.larder.bulk.jdbc;

import dev.larder.bulk.BulkResult;
import dev.larder.bulk.BulkWrites;
import dev.larder.bulk.ItemResult;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * The items of a new batch, within its transaction. It claims those that no earlier batch has applied. The result of
 * any other item is taken from the results of the batch that has applied it, by its index there.
 *
 * @param recall returns the result of an earlier batch
 */
record ClaimedItems(
        JdbcOperations jdbc, Function<String, BulkResult> recall, String batch, List<String> ids, Timestamp now) {

    private static final String CLAIM = "INSERT INTO larder_items (id, batch, place, applied)"
            + " SELECT i.id, CAST(? AS varchar), i.place, CAST(? AS timestamp with time zone)"
            + " FROM unnest(CAST(? AS varchar ARRAY), CAST(? AS integer ARRAY)) AS i(id, place) ON CONFLICT DO NOTHING";
    private static final String APPLIED = "SELECT i.id, i.batch, i.place FROM larder_items i"
            + " JOIN unnest(CAST(? AS varchar ARRAY)) AS k(id) ON k.id = i.id WHERE i.batch <> ?";
    private static final String RELEASE =
            "DELETE FROM larder_items WHERE id IN (SELECT k.id FROM unnest(CAST(? AS varchar ARRAY)) AS k(id))";

    /** Returns the result of the batch: new items are written, others keep their earlier results. */
    <T> BulkResult applied(BulkWrites<T> items, Function<? super BulkWrites<T>, BulkResult> writes) {
        Map<String, ItemResult> before = claim() == ids.size() ? Map.of() : appliedBefore();
        List<Integer> fresh = IntStream.range(0, ids.size())
                .filter(place -> !before.containsKey(ids.get(place)))
                .boxed()
                .toList();
        BulkResult result =
                fresh.isEmpty() ? BulkResult.all(200) : writes.apply(before.isEmpty() ? items : items.subset(fresh));
        List<ItemResult> results = result.results(fresh.size());
        release(IntStream.range(0, fresh.size())
                .filter(i -> !results.get(i).isSuccessful())
                .mapToObj(i -> ids.get(fresh.get(i)))
                .toList());
        return before.isEmpty() ? result : merged(before, fresh, results);
    }

    /** Claims in one fixed order, so that transactions do not deadlock. */
    private int claim() {
        Integer[] places = IntStream.range(0, ids.size())
                .boxed()
                .sorted(Comparator.comparing(ids::get))
                .toArray(Integer[]::new);
        String[] sorted = List.of(places).stream().map(ids::get).toArray(String[]::new);
        return jdbc.update(CLAIM, batch, now, sorted, places);
    }

    private Map<String, ItemResult> appliedBefore() {
        Map<String, BulkResult> batches = new HashMap<>();
        Map<String, ItemResult> results = new HashMap<>();
        jdbc.query(
                        APPLIED,
                        (row, number) -> new Applied(row.getString("id"), row.getString("batch"), row.getInt("place")),
                        ids.toArray(String[]::new),
                        batch)
                .forEach(each ->
                        results.put(each.id(), at(each.place(), batches.computeIfAbsent(each.batch(), recall))));
        return results;
    }

    private record Applied(String id, String batch, int place) {}

    private static ItemResult at(int place, BulkResult result) {
        List<ItemResult> each = result.getBody();
        return each == null ? ItemResult.of(result.getStatusCode().value()) : each.get(place);
    }

    private void release(List<String> notApplied) {
        if (!notApplied.isEmpty()) {
            jdbc.update(RELEASE, (Object) notApplied.toArray(String[]::new));
        }
    }

    private BulkResult merged(Map<String, ItemResult> before, List<Integer> fresh, List<ItemResult> results) {
        List<ItemResult> all = new ArrayList<>();
        int next = 0;
        for (int place = 0; place < ids.size(); place++) {
            boolean isFresh = next < fresh.size() && fresh.get(next) == place;
            all.add(isFresh ? results.get(next++) : before.get(ids.get(place)));
        }
        return BulkResult.of(all);
    }
}
