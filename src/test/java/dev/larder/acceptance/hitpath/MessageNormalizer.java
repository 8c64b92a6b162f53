package dev.larder.acceptance.hitpath;

import dev.larder.acceptance.kit.RawField;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.TransferEnd;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Describes messages without their {@link AllowedDifference}s, and counts where it leaves something out. */
final class MessageNormalizer {

    /** A client's end of its connection. */
    private static final Pattern PEER = Pattern.compile("127\\.0\\.0\\.1:\\d+");

    private static final String ORIGIN = "origin";

    private final String originAuthority;
    private final Predicate<String> hangsUp;
    private final Map<AllowedDifference, Integer> leftOut = new EnumMap<>(AllowedDifference.class);

    /**
     * Creates an instance.
     *
     * @param originAuthority host and port of the origin
     * @param hangsUp whether the origin closes its connection instead of responding to requests for a path
     */
    MessageNormalizer(String originAuthority, Predicate<String> hangsUp) {
        this.originAuthority = originAuthority;
        this.hangsUp = hangsUp;
    }

    /** Returns how often each difference may have occurred. */
    Map<AllowedDifference, Integer> leftOut() {
        return leftOut;
    }

    private void leaveOut(AllowedDifference difference) {
        leftOut.merge(difference, 1, Integer::sum);
    }

    /** Returns a response. */
    String response(ReceivedResponse response) {
        return response.status()
                + " "
                + lines(response.fields(), (name, value) -> name + ": " + dateless(name, value))
                + " "
                + response.end()
                + "\n"
                + response.content();
    }

    private String dateless(String name, String value) {
        if (!name.equalsIgnoreCase("Date")) {
            return value;
        }
        leaveOut(AllowedDifference.DATE);
        return "";
    }

    /** Returns the requests that have arrived at an origin, in their order. */
    List<String> requests(List<ReceivedRequest> received) {
        List<String> requests = new ArrayList<>();
        for (ReceivedRequest request : received) {
            if (request.end() != TransferEnd.COMPLETE) {
                leaveOut(AllowedDifference.INCOMPLETE);
                continue;
            }
            String described = request(request);
            if (hangsUp.test(request.path()) && requests.contains(described)) {
                leaveOut(AllowedDifference.REPEATED);
            } else {
                requests.add(described);
            }
        }
        return requests;
    }

    private String request(ReceivedRequest request) {
        return request.method()
                + " "
                + request.target()
                + " "
                + lines(request.fields(), (name, value) -> lowerCase(name) + ": " + withoutPorts(value))
                + " "
                + request.body();
    }

    private String lowerCase(String name) {
        String lowerCase = name.toLowerCase(Locale.ROOT);
        if (!lowerCase.equals(name)) {
            leaveOut(AllowedDifference.NAME);
        }
        return lowerCase;
    }

    private String withoutPorts(String value) {
        String originless = value.replace(originAuthority, ORIGIN);
        if (!originless.equals(value)) {
            leaveOut(AllowedDifference.ORIGIN_PORT);
        }
        String peerless = PEER.matcher(originless).replaceAll("peer");
        if (!peerless.equals(originless)) {
            leaveOut(AllowedDifference.CLIENT_PORT);
        }
        return peerless;
    }

    private List<String> lines(RawFields fields, BinaryOperator<String> line) {
        List<String> lines = new ArrayList<>();
        for (RawField field : fields) {
            lines.add(line.apply(field.name(), field.value()));
        }
        List<String> received = List.copyOf(lines);
        lines.sort(Comparator.comparing(MessageNormalizer::name));
        if (!lines.equals(received)) {
            leaveOut(AllowedDifference.ORDER);
        }
        return lines;
    }

    private static String name(String line) {
        return line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT);
    }
}
