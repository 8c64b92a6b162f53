package dev.larder.writes.delivery;

import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.ItemId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The field that lists the ids of a batch's items in order: a list (RFC 9651 3.1) of inner lists, one per series, of
 * numbers and ranges, as in {@code (17;to=1016 1020);of="0f8fad5b-d9cb-469f-a165-70867728950e"}.
 */
final class ItemIdsField {

    /** The field name. */
    static final String NAME = "Larder-Item-Ids";

    /** Common servers accept heads of 8 KB: half of that is left to the other fields. */
    static final int LONGEST = 4096;

    /** Maximum characters added per item: the end of a range and of its inner list, and another one of each. */
    private static final int MAX_ADDED_LENGTH = 192;

    private final StringBuilder text = new StringBuilder();
    private @Nullable UUID series;
    private long first;
    private long last;

    /** Returns the field of these writes; empty if it is longer than an origin may accept. */
    static Optional<String> of(List<AcknowledgedWrite> writes) {
        var field = new ItemIdsField();
        for (AcknowledgedWrite write : writes) {
            if (!field.hasRoom()) {
                return Optional.empty();
            }
            field.add(write.item());
        }
        return Optional.of(field.toString());
    }

    /** Whether the field remains short enough with any further item. */
    boolean hasRoom() {
        return text.length() + MAX_ADDED_LENGTH <= LONGEST;
    }

    void add(ItemId item) {
        if (item.series().equals(series) && item.number() == last + 1) {
            last++;
            return;
        }
        endRange();
        if (!item.series().equals(series)) {
            endSeries();
            text.append(series == null ? "(" : ", (");
            series = item.series();
        } else {
            text.append(' ');
        }
        first = item.number();
        last = first;
    }

    private void endRange() {
        if (series != null) {
            text.append(first).append(first == last ? "" : ";to=" + last);
        }
    }

    private void endSeries() {
        if (series != null) {
            text.append(");of=\"").append(series).append('"');
        }
    }

    /** Returns the field value; nothing can be added afterwards. */
    @Override
    public String toString() {
        endRange();
        endSeries();
        return text.toString();
    }
}
