package dev.larder.rfc9111;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * RFC 9110 7.6.2: how often an OPTIONS may go on. Every intermediary "MUST check and update its value prior to forwarding the
 * request"; a TRACE is served nowhere here, and for other methods the field says nothing.
 */
public final class MaxForwards {

    /** Its name. */
    public static final String FIELD = "Max-Forwards";

    /** More is taken for this: "the recipient's maximum supported value for Max-Forwards". */
    private static final long MOST = Integer.MAX_VALUE;

    private MaxForwards() {}

    /** Whether the request is not to be forwarded: who has received it is to answer it. */
    public static boolean areUsedUp(RequestHead request) {
        OptionalLong left = left(request.method(), request.fields()::values);
        return left.isPresent() && left.getAsLong() == 0;
    }

    /**
     * What the field says; nothing if it limits nothing.
     *
     * @param fields the values of the lines with a name
     */
    public static OptionalLong left(String method, Function<String, List<String>> fields) {
        if (!method.equals("OPTIONS")) {
            return OptionalLong.empty();
        }
        List<String> lines = fields.apply(FIELD);
        return lines.size() == 1 ? DigitParser.parse(lines.get(0).strip(), MOST) : OptionalLong.empty();
    }
}
