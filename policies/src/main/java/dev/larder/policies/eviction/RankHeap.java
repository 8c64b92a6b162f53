package dev.larder.policies.eviction;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A binary heap of residents by rank, equal ranks by last request, the lowest on top. Ranks only grow, so an element
 * whose rank has grown may stay in place: at worst it is too near to the top, and sinks when it gets there. A request
 * thus costs the heap nothing.
 */
final class RankHeap<K> {

    private @Nullable RankedResident<K>[] elements = newArray(64);
    private double[] ranks = new double[64];
    private long[] requests = new long[64];
    private int size;

    int size() {
        return size;
    }

    /** Returns the element of lowest rank; of several, the least recently requested. */
    RankedResident<K> least() {
        RankedResident<K> top = requireNonNull(elements[0]);
        while (ranks[0] != top.rank || requests[0] != top.lastRequest) {
            sink(0, top, top.rank, top.lastRequest);
            top = requireNonNull(elements[0]);
        }
        return top;
    }

    void add(RankedResident<K> element) {
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, 2 * size);
            ranks = Arrays.copyOf(ranks, 2 * size);
            requests = Arrays.copyOf(requests, 2 * size);
        }
        rise(size++, element, element.rank, element.lastRequest);
    }

    void remove(RankedResident<K> element) {
        int hole = element.place;
        RankedResident<K> last = requireNonNull(elements[--size]);
        elements[size] = null;
        if (hole < size) {
            double rank = ranks[size]; // the rank at insertion: the element itself need not be fetched from memory
            long request = requests[size];
            sink(hole, last, rank, request);
            if (last.place == hole) {
                rise(hole, last, rank, request);
            }
        }
    }

    private void rise(int hole, RankedResident<K> element, double rank, long request) {
        int place = hole;
        while (place > 0) {
            int parent = (place - 1) >>> 1;
            if (!isBefore(rank, request, parent)) {
                break;
            }
            move(parent, place);
            place = parent;
        }
        put(element, rank, request, place);
    }

    private void sink(int hole, RankedResident<K> element, double rank, long request) {
        int place = hole;
        while (2 * place + 1 < size) {
            int child = 2 * place + 1;
            if (child + 1 < size && isBefore(ranks[child + 1], requests[child + 1], child)) {
                child++;
            }
            if (isBefore(rank, request, child)) {
                break;
            }
            move(child, place);
            place = child;
        }
        put(element, rank, request, place);
    }

    private boolean isBefore(double rank, long request, int place) {
        return rank < ranks[place] || (rank == ranks[place] && request < requests[place]);
    }

    private void move(int from, int to) {
        put(requireNonNull(elements[from]), ranks[from], requests[from], to);
    }

    private void put(RankedResident<K> element, double rank, long request, int place) {
        elements[place] = element;
        ranks[place] = rank;
        requests[place] = request;
        element.place = place;
    }

    /** Returns the elements, after a check of the heap order and that no rank has shrunk. */
    List<RankedResident<K>> checkedElements() {
        var found = new ArrayList<RankedResident<K>>();
        for (int place = 0; place < size; place++) {
            RankedResident<K> element = requireNonNull(elements[place]);
            AbstractPolicy.check(element.place == place, "an element knows its place", element.key);
            AbstractPolicy.check(ranks[place] <= element.rank, "ranks only grow", element.key);
            AbstractPolicy.check(requests[place] <= element.lastRequest, "requests go on", element.key);
            AbstractPolicy.check(
                    place == 0 || !isBefore(ranks[place], requests[place], (place - 1) >>> 1),
                    "nobody stands above a lesser",
                    element.key);
            found.add(element);
        }
        return found;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // generic arrays cannot be made; only this class puts elements into it
    private static <K> @Nullable RankedResident<K>[] newArray(int length) {
        return new RankedResident[length];
    }
}
