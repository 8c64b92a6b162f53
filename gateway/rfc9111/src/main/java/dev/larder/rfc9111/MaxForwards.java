package dev.larder.rfc9111;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * RFC 9110 7.6.2: the limit on forwarding an OPTIONS request. Every intermediary "MUST check and update its value prior
 * to forwarding the request". TRACE is not supported here, and for other methods the field has no meaning.
 */
public final class MaxForwards {

    /** The field name. */
    public static final String FIELD = "Max-Forwards";

    /** The maximum value; greater ones are reduced to it: "the recipient's maximum supported value for Max-Forwards". */
    private static final long MOST = Integer.MAX_VALUE;

    private MaxForwards() {}

    /** Whether the request must not be forwarded and this recipient has to answer it. */
    public static boolean areUsedUp(RequestHead request) {
        OptionalLong left = left(request.method(), request.fields()::values);
        return left.isPresent() && left.getAsLong() == 0;
    }

    /**
     * Returns the remaining number of forwards; empty if there is no limit.
     *
     * @param fields returns the values of the lines with a name
     */
    public static OptionalLong left(String method, Function<String, List<String>> fields) {
        if (!method.equals("OPTIONS")) {
            return OptionalLong.empty();
        }
        List<String> lines = fields.apply(FIELD);
        return lines.size() == 1 ? DigitParser.parse(lines.get(0).strip(), MOST) : OptionalLong.empty();
    }
}
