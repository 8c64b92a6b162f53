package dev.larder.acceptance.filters;

import com.example.filters.FilterNotes;
import dev.larder.acceptance.filters.FilterTwins.Place;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/** What the conversations of one route have shown to clients, the origin, and filters. */
final class FilterObservation {

    private static final Set<String> OF_A_CACHE = Set.of("age", "cache-status", "date");
    private static final Set<String> OF_A_PROXY = Set.of("via", "connection");
    private static final Set<String> FRAMING = Set.of("content-length", "transfer-encoding", "connection");

    private static final Pattern EXCEPTION = Pattern.compile("[a-z]\\.(?:\\w+\\$)?(\\w+Exception)");
    private static final Set<String> OF_CONNECTIONS = Set.of("PrematureCloseException", "NativeIoException");

    private final FilterTwins twins;
    private final FilterCase filters;
    private final Place place;
    private final Map<FilterConversation, Optional<ReceivedResponse>> responses = new LinkedHashMap<>();
    private final int logBegin = GatewayFixture.inJvmLog().mark();
    private int logEnd = logBegin;

    private FilterObservation(FilterTwins twins, FilterCase filters, Place place) {
        this.twins = twins;
        this.filters = filters;
        this.place = place;
    }

    /** Holds all conversations. */
    static FilterObservation of(FilterTwins twins, FilterCase filters, Place place) {
        var observation = new FilterObservation(twins, filters, place);
        List<RawClient> clients = new ArrayList<>();
        FilterConversation.of(filters).forEach(conversation -> clients.add(observation.hold(conversation)));
        twins.awaitReading(place);
        clients.forEach(RawClient::close);
        observation.logEnd = GatewayFixture.inJvmLog().mark();
        return observation;
    }

    /** Clients that have their response stay, so that no filter sees them leave. */
    private RawClient hold(FilterConversation conversation) {
        String target = "/zoo/" + filters.name() + "-" + place + "/" + conversation.wants() + "?q=1&gone=1&wants="
                + conversation.wants();
        RawFields fields = RawFields.of(
                FilterNotes.FIELD,
                id(conversation),
                "User-Agent",
                "zoo",
                "Accept",
                "*/*",
                "X-From",
                "client",
                "X-Gone",
                "here",
                "X-Uri",
                twins.origin().uri() + "/by-field/on-" + place + "/" + conversation.wants());
        RawClient client = RawClient.connect(twins.gateway(place).port());
        responses.put(conversation, conversation.hold(client, target, fields));
        return client;
    }

    private String id(FilterConversation conversation) {
        return filters.name() + "-" + place + "/" + conversation.name();
    }

    Place place() {
        return place;
    }

    FilterCase filters() {
        return filters;
    }

    /** Returns whether the cache has answered from its store. */
    boolean hit(FilterConversation conversation) {
        return responses.get(conversation).map(ReceivedResponse::hit).orElse(false);
    }

    Set<FilterConversation> conversations() {
        return responses.keySet();
    }

    /** Returns what is compared, by aspect. */
    Map<String, String> aspects(FilterConversation conversation) {
        Map<String, String> aspects = new TreeMap<>();
        responses.get(conversation).ifPresent(response -> {
            aspects.put("status", response.status() + (response.whole() ? "" : " broken"));
            aspects.put("fields", fields(response.fields(), name -> !FRAMING.contains(name)));
            aspects.put("framing", fields(response.fields(), FRAMING::contains));
            aspects.put("content", response.whole() ? content(response.content()) : "");
        });
        if (!conversation.leaves()) {
            aspects.put("origin", origin(conversation).toString());
            aspects.put("notes", FilterNotes.of(id(conversation)).toString());
        }
        aspects.replaceAll((name, text) -> text.replace("-" + place, "")
                .replaceAll("\"(timestamp|requestId)\":\"[^\"]*\"", "\"$1\"")
                .replaceAll("SESSION=[^;]*", "SESSION"));
        return aspects;
    }

    private List<String> origin(FilterConversation conversation) {
        return twins.origin().received().stream()
                .filter(request -> request.fields().get(FilterNotes.FIELD).equals(id(conversation)))
                .map(FilterObservation::request)
                .toList();
    }

    private static String request(ReceivedRequest request) {
        String fields = request.fields().list().stream()
                .filter(field -> !OF_A_PROXY.contains(field.name().toLowerCase(Locale.ROOT)))
                .map(field -> field.name().toLowerCase(Locale.ROOT) + ": " + field.value())
                .sorted()
                .collect(Collectors.joining("; "));
        return request.method() + " " + request.target() + " {" + fields + "} " + content(request.body());
    }

    private static String fields(RawFields fields, Predicate<String> compared) {
        return fields.list().stream()
                .filter(field -> !OF_A_CACHE.contains(field.name().toLowerCase(Locale.ROOT)))
                .filter(field -> compared.test(field.name().toLowerCase(Locale.ROOT)))
                .map(field -> field.name().toLowerCase(Locale.ROOT) + ": " + field.value())
                .sorted()
                .collect(Collectors.joining("; "));
    }

    private static String content(String content) {
        if (content.length() < 200) {
            return content;
        }
        var crc = new CRC32();
        crc.update(content.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
        return content.length() + " octets " + crc.getValue();
    }

    /** Returns who has logged errors, and of what kind. */
    Set<String> errors() {
        return GatewayFixture.inJvmLog().since(logBegin).stream()
                .limit(logEnd - logBegin)
                .filter(line -> line.startsWith(" ERROR ") && !line.contains("LEAK:"))
                .map(FilterObservation::error)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String error(String line) {
        String logger = line.replaceAll("(?s)^ ERROR [\\w.]*\\.(\\w+) : .*", "$1");
        Matcher type = EXCEPTION.matcher(line);
        String error = type.find() ? type.group(1) : "";
        return logger + " " + (OF_CONNECTIONS.contains(error) ? "IOException" : error);
    }
}
