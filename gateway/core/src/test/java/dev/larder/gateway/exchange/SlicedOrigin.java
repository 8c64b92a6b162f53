package dev.larder.gateway.exchange;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Responses of an origin that sends ranges of a whole. */
public final class SlicedOrigin {

    /** A whole of 100 octets. */
    public static final String WHOLE =
            "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-0123456789zyxwvutsrqponmlkjihgfedcba";

    private SlicedOrigin() {}

    /** Answers a request with the range it asks for. */
    public static void answerRange(ManualCall call, String whole, String tag, String... more) {
        String range = call.head.fields().combined("Range").substring("bytes=".length());
        int dash = range.indexOf('-');
        int first = dash == 0
                ? whole.length() - Integer.parseInt(range.substring(1))
                : Integer.parseInt(range, 0, dash, 10);
        int last = dash == 0 || dash == range.length() - 1
                ? whole.length() - 1
                : Math.min(whole.length() - 1, Integer.parseInt(range.substring(dash + 1)));
        call.answer(206, whole.substring(first, last + 1), fields(whole, tag, first, last, more));
    }

    /** Returns the fields of a 206 with this range. */
    static String[] fields(String whole, String tag, int first, int last, String... more) {
        List<String> fields = new ArrayList<>(List.of(
                "Content-Range",
                "bytes " + first + "-" + last + "/" + whole.length(),
                "Content-Length",
                Integer.toString(last + 1 - first),
                "Content-Type",
                "text/x"));
        fields.addAll(Arrays.asList(more));
        if (!fields.contains("Cache-Control")) {
            fields.addAll(List.of("Cache-Control", "max-age=60"));
        }
        if (!tag.isEmpty()) {
            fields.addAll(List.of("ETag", tag));
        }
        return fields.toArray(String[]::new);
    }
}
