package dev.larder.policies.eviction;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A queue that links its elements directly, so that any of them can be removed in constant time. Allocates nothing. */
final class LinkedQueue<K> {

    private @Nullable LinkedResident<K> newest;
    private @Nullable LinkedResident<K> oldest;
    private long weight;

    @Nullable
    LinkedResident<K> oldest() {
        return oldest;
    }

    /** Returns the total weight of the elements, in bytes. */
    long weight() {
        return weight;
    }

    boolean isEmpty() {
        return oldest == null;
    }

    /** Adds an element that is in no queue, as the newest. */
    void add(LinkedResident<K> element) {
        element.older = newest;
        if (newest == null) {
            oldest = element;
        } else {
            newest.newer = element;
        }
        newest = element;
        weight += element.weight;
    }

    /** Removes an element of this queue. */
    void remove(LinkedResident<K> element) {
        LinkedResident<K> newer = element.newer;
        LinkedResident<K> older = element.older;
        if (newer == null) {
            newest = older;
        } else {
            newer.older = older;
        }
        if (older == null) {
            oldest = newer;
        } else {
            older.newer = newer;
        }
        element.newer = null;
        element.older = null;
        weight -= element.weight;
    }

    /** Makes an element of this queue the newest. */
    void renew(LinkedResident<K> element) {
        if (element != newest) {
            remove(element);
            add(element);
        }
    }

    /** Returns the elements, oldest first, after a check that the links agree in both directions. */
    List<LinkedResident<K>> checkedElements() {
        var elements = new ArrayList<LinkedResident<K>>();
        LinkedResident<K> before = null;
        long sum = 0;
        for (LinkedResident<K> element = oldest; element != null; element = element.newer) {
            AbstractPolicy.check(element.older == before, "links agree in both directions", element.key);
            elements.add(element);
            sum += element.weight;
            before = element;
        }
        AbstractPolicy.check(newest == before, "a chain ends with its newest element", elements.size());
        AbstractPolicy.check(weight == sum, "a chain weighs what its elements weigh", weight + " is not " + sum);
        return elements;
    }
}
