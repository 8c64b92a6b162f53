package dev.larder.http;

import dev.larder.fuzz.FuzzAssertions;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Octets from a client: what is taken for a first request is what the grammar of RFC 9112 says stands there. */
public final class RequestFuzz {

    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]++";
    private static final Pattern REQUEST_LINE =
            Pattern.compile("(" + TOKEN + ") ([\\x21-\\x7e]++) HTTP/1\\.[0-9]\\r?\\n");
    private static final Pattern FIELD_LINE = Pattern.compile("(" + TOKEN
            + "):[ \\t]*+((?:[\\x21-\\x7e\\x80-\\xff](?:[ \\t]*+[\\x21-\\x7e\\x80-\\xff]++)*+)?+)[ \\t]*+\\r?\\n");
    private static final Pattern EMPTY_LINES = Pattern.compile("(?:\\r?\\n)*+");
    private static final Pattern END = Pattern.compile("\\r?\\n");

    private RequestFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        var encoder = new ClientEncoder();
        var channel = new EmbeddedChannel(new ClientDecoder(new HttpDecoderConfig(), encoder));
        try {
            channel.writeInbound(Unpooled.wrappedBuffer(data));
            Object first = channel.readInbound();
            if (first instanceof HttpRequest request
                    && RequestHeadPolicy.refusal(request).isEmpty()) {
                isWhatStandsThere(request, new String(data, StandardCharsets.ISO_8859_1));
            }
            ReferenceCountUtil.release(first);
        } finally {
            channel.finishAndReleaseAll();
        }
    }

    private static void isWhatStandsThere(HttpRequest request, String octets) {
        Matcher at = EMPTY_LINES.matcher(octets);
        int from = at.lookingAt() ? at.end() : 0;
        Matcher line = REQUEST_LINE.matcher(octets).region(from, octets.length());
        FuzzAssertions.hold(line.lookingAt(), () -> "no request line, but taken: " + request);
        FuzzAssertions.equal(request.method().name(), line.group(1), () -> "method");
        FuzzAssertions.equal(request.uri(), line.group(2), () -> "target");
        List<Map.Entry<String, String>> fields = new ArrayList<>();
        Matcher field = FIELD_LINE.matcher(octets).region(line.end(), octets.length());
        int end = line.end();
        while (field.lookingAt()) {
            fields.add(Map.entry(field.group(1), field.group(2)));
            end = field.end();
            field.region(end, octets.length());
        }
        int behind = end;
        FuzzAssertions.hold(
                END.matcher(octets).region(behind, octets.length()).lookingAt(),
                () -> "a head that does not end where it should, but taken: " + request);
        List<Map.Entry<String, String>> taken = new ArrayList<>();
        request.headers().forEach(one -> taken.add(Map.entry(one.getKey(), one.getValue())));
        FuzzAssertions.equal(taken, fields, () -> "fields");
        isFramedInOneWay(request);
    }

    private static void isFramedInOneWay(HttpRequest request) {
        List<String> codings = request.headers().getAll("Transfer-Encoding");
        List<String> lengths = request.headers().getAll("Content-Length");
        FuzzAssertions.hold(codings.isEmpty() || lengths.isEmpty(), () -> "two lengths of a content: " + request);
        FuzzAssertions.hold(
                codings.size() <= 1 && lengths.stream().distinct().count() <= 1, () -> "two lengths: " + request);
        FuzzAssertions.hold(
                request.headers().getAll("Host").size() == 1
                        || request.protocolVersion().minorVersion() == 0,
                () -> "no Host: " + request);
        FuzzAssertions.hold(
                lengths.stream().allMatch(length -> length.matches("[0-9]+")), () -> "no number: " + lengths);
    }
}
