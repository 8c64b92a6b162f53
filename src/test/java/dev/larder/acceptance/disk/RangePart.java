package dev.larder.acceptance.disk;

import dev.larder.acceptance.kit.ReceivedResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One range of a 206.
 *
 * @param contentRange the value of {@code Content-Range}
 * @param content its octets, one char per byte
 */
record RangePart(String contentRange, String content) {

    private static final Pattern BOUNDARY = Pattern.compile("multipart/byteranges; boundary=\"?([^\";]+)\"?");
    private static final Pattern RANGE = Pattern.compile("\r\nContent-Range: (bytes (\\d+)-(\\d+)/\\d+)\r\n");
    private static final String END_OF_HEAD = "\r\n\r\n";

    /** The only range of a response. */
    static RangePart single(ReceivedResponse response) {
        return new RangePart(response.field("Content-Range"), response.content());
    }

    /** The ranges of a multipart response (RFC 9110 14.6, RFC 2046 5.1); fails if its framing is not exact. */
    static List<RangePart> several(ReceivedResponse response) {
        Matcher type = BOUNDARY.matcher(response.field("Content-Type"));
        if (!type.matches()) {
            throw new AssertionError("not in parts: " + response.field("Content-Type"));
        }
        String delimiter = "\r\n--" + type.group(1);
        String rest = "\r\n" + response.content().replaceFirst("^\r\n", "");
        List<RangePart> parts = new ArrayList<>();
        while (rest.startsWith(delimiter + "\r\n")) {
            RangePart part = first(rest);
            parts.add(part);
            rest = rest.substring(rest.indexOf(END_OF_HEAD) + END_OF_HEAD.length() + part.content.length());
        }
        if (!rest.matches(Pattern.quote(delimiter + "--") + "(\r\n)?")) {
            throw new AssertionError("behind the last part stands: " + rest.substring(0, Math.min(200, rest.length())));
        }
        return parts;
    }

    private static RangePart first(String text) {
        int content = text.indexOf(END_OF_HEAD) + END_OF_HEAD.length();
        Matcher range = RANGE.matcher(text.substring(0, content));
        if (!range.find()) {
            throw new AssertionError("a part without Content-Range: " + text.substring(0, content));
        }
        int length = (int) (Long.parseLong(range.group(3)) - Long.parseLong(range.group(2)) + 1);
        return new RangePart(range.group(1), text.substring(content, Math.min(text.length(), content + length)));
    }
}
