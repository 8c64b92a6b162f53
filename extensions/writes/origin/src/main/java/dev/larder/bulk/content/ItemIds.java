package dev.larder.bulk.content;

import dev.larder.bulk.BatchRefusedException;
import dev.larder.bulk.BulkRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** Reads ids of items, each a series and a number, as in {@code 0f8fad5b-d9cb-469f-a165-70867728950e/17}. */
final class ItemIds {

    /** The field that lists the ids in order: for each series an inner list (RFC 9651 3.1.1) of numbers and ranges. */
    static final String NAME = "Larder-Item-Ids";

    private static final String SERIES = "([0-9a-f-]{36})";
    private static final String NUMBER = "\\d{1,15}";
    private static final String RANGE = NUMBER + "(?:;to=" + NUMBER + ")?";

    /** Possessive, because backtracking would need stack. */
    private static final Pattern MEMBER =
            Pattern.compile("\\(((?:" + RANGE + " )*+" + RANGE + ")\\);of=\"" + SERIES + "\"(?: *, *|$)");

    /** A write acknowledged before items had numbers has the number 0, which its part omits. */
    private static final Pattern OF_A_PART = Pattern.compile("\"" + SERIES + "(/" + NUMBER + ")?\"");

    private final int size;
    private final List<String> ids = new ArrayList<>();

    private ItemIds(int size) {
        this.size = size;
    }

    /**
     * Returns the ids listed by the field of a batch; empty without the field.
     *
     * @throws BatchRefusedException unless it lists this many distinct ids
     */
    static List<String> listed(HttpHeaders fields, int size) {
        @Nullable List<String> lines = fields.get(NAME);
        return lines == null
                ? List.of()
                : new ItemIds(size).parsed(String.join(", ", lines).trim());
    }

    /** Returns the ids in this field of the parts; empty if one of them has an id in another form. */
    static List<String> of(List<BulkRequest> requests, String field) {
        List<String> ids = new ArrayList<>();
        for (BulkRequest request : requests) {
            Matcher id = OF_A_PART.matcher(String.valueOf(request.fields().getFirst(field)));
            if (!id.matches()) {
                return List.of();
            }
            ids.add(id.group(1) + (id.group(2) == null ? "/0" : id.group(2)));
        }
        return different(ids);
    }

    private List<String> parsed(String list) {
        Matcher member = MEMBER.matcher(list);
        int position = 0;
        while (position < list.length()) {
            if (!member.find(position) || member.start() != position) {
                throw BatchRefusedException.malformed(NAME + " is no list of ids");
            }
            for (String range : member.group(1).split(" ", -1)) {
                addAll(range, member.group(2));
            }
            position = member.end();
        }
        if (ids.size() != size) {
            throw wrongSize();
        }
        return different(ids);
    }

    private void addAll(String range, String series) {
        String[] ends = range.split(";to=", 2);
        long first = Long.parseLong(ends[0]);
        long last = Long.parseLong(ends[ends.length - 1]);
        if (last - first >= size - ids.size()) {
            throw wrongSize();
        }
        for (long number = first; number <= last; number++) {
            ids.add(series + "/" + number);
        }
    }

    private BatchRefusedException wrongSize() {
        return BatchRefusedException.malformed(NAME + " does not list as many ids as there are items, " + size);
    }

    private static List<String> different(List<String> ids) {
        if (new HashSet<>(ids).size() != ids.size()) {
            throw BatchRefusedException.malformed("two items have the same id");
        }
        return ids;
    }
}
