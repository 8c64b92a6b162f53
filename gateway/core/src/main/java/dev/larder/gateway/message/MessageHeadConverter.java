package dev.larder.gateway.message;

import dev.larder.rfc9111.FieldNames;
import dev.larder.rfc9111.HeaderField;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.netty.http.client.HttpClientResponse;

/** Converts message heads between Spring and the engine. Names, values, order and case are kept. */
public final class MessageHeadConverter {

    private static final String BEFORE_ATTEMPTS = MessageHeadConverter.class.getName() + ".beforeAttempts";

    /** Values of Connection that name no field. */
    private static final FieldNames PERSISTENCE = FieldNames.of("close", "keep-alive");

    private static final String CHUNKED = "chunked";

    /** What the server itself sets in a response that has no length yet. */
    private static final HttpHeaders OF_SERVER = ofServer();

    /** Fields of which each line adds to others, and may restrict what they permit. */
    private static final FieldNames LISTS = FieldNames.of(
            "access-control-expose-headers",
            "cache-control",
            "cdn-cache-control",
            "clear-site-data",
            "content-security-policy",
            "content-security-policy-report-only",
            "link",
            "server-timing",
            "set-cookie",
            "vary");

    private static final Pattern NO_LETTERS = Pattern.compile("[^a-z0-9,]");

    private MessageHeadConverter() {}

    /** Returns the head of a request that is forwarded to {@code target}. */
    public static RequestHead request(ServerHttpRequest request, URI target) {
        return new RequestHead(request.getMethod().name(), target, fields(request));
    }

    /** Returns all header fields of a request, lines of one name together. */
    public static HeaderFields fields(ServerHttpRequest request) {
        return request instanceof ReceivedFieldLines received ? received.fieldLines() : fields(request.getHeaders());
    }

    /** Returns the current head of a response. */
    public static ResponseHead response(ServerHttpResponse response) {
        HttpStatusCode status = response.getStatusCode();
        return new ResponseHead(status == null ? 200 : status.value(), fields(response.getHeaders()));
    }

    /**
     * Returns the head of an origin's response, as the filters of its route have left it, as it is judged: with the fields that its
     * Connection names, which Gateway's filters of header fields have removed by now with what they say.
     */
    public static ResponseHead received(ServerWebExchange exchange, ServerHttpResponse response) {
        return received(exchange, response(response));
    }

    /** The same for a head that filters have left. */
    public static ResponseHead received(ServerWebExchange exchange, ResponseHead head) {
        HttpClientResponse answer = exchange.getAttribute(ServerWebExchangeUtils.CLIENT_RESPONSE_ATTR);
        HeaderFields named = answer == null ? HeaderFields.EMPTY : named(answer, head.fields());
        return named.size() == 0
                ? head
                : head.withFields(HeaderFields.builder()
                        .addAll(head.fields().without(HttpHeaders.CONNECTION))
                        .addAll(named)
                        .build());
    }

    /** Returns the values of all lines with this name that an origin has sent. */
    public static List<String> lines(HttpClientResponse received, String name) {
        return received instanceof ReceivedFieldLines known
                ? known.fieldLines().values(name)
                : received.responseHeaders().getAll(name);
    }

    /**
     * Returns the Connection fields of a response and, of all its lines, those that have gone and that any reading of Connection may
     * name: Spring's takes quotation marks and escapes away. Of those, Connection names each, so that they go no further.
     */
    private static HeaderFields named(HttpClientResponse received, HeaderFields present) {
        List<String> lines = lines(received, HttpHeaders.CONNECTION);
        if (lines.stream().allMatch(PERSISTENCE::contains)) {
            return HeaderFields.EMPTY;
        }
        var named = HeaderFields.builder();
        lines.forEach(line -> named.add(HttpHeaders.CONNECTION, line));
        String said = letters(String.join(",", lines));
        for (Map.Entry<String, String> field : received.responseHeaders()) {
            String name = field.getKey();
            if (!name.equalsIgnoreCase(HttpHeaders.CONNECTION)
                    && said.contains(letters(name))
                    && !present.values(name).contains(field.getValue())) {
                named.add(HttpHeaders.CONNECTION, name).add(name, field.getValue());
            }
        }
        return named.build();
    }

    private static String letters(String text) {
        return NO_LETTERS.matcher(text.toLowerCase(Locale.ROOT)).replaceAll("");
    }

    private static HttpHeaders ofServer() {
        var headers = new HttpHeaders();
        headers.set(HttpHeaders.TRANSFER_ENCODING, CHUNKED);
        return HttpHeaders.readOnlyHttpHeaders(headers);
    }

    /** Remembers, once, the header fields that web filters have set in the response: they are kept across attempts. */
    public static void noteBeforeAttempts(ServerWebExchange exchange) {
        if (exchange.getAttribute(BEFORE_ATTEMPTS) == null) {
            exchange.getAttributes()
                    .put(BEFORE_ATTEMPTS, copy(exchange.getResponse().getHeaders()));
        }
    }

    private static HttpHeaders copy(HttpHeaders headers) {
        if (headers.isEmpty()) {
            return HttpHeaders.EMPTY;
        }
        if (headers.size() == 1 && CHUNKED.equals(headers.getFirst(HttpHeaders.TRANSFER_ENCODING))) {
            return OF_SERVER;
        }
        var copy = new HttpHeaders();
        copy.addAll(headers);
        return copy;
    }

    private static HttpHeaders beforeAttempts(ServerWebExchange exchange) {
        return exchange.getAttributeOrDefault(BEFORE_ATTEMPTS, HttpHeaders.EMPTY);
    }

    /** Resets the response header fields to those present before the first attempt; if unknown, removes those of the last. */
    public static void clear(ServerWebExchange exchange) {
        if (exchange.getAttribute(BEFORE_ATTEMPTS) == null) {
            takeBack(exchange);
            return;
        }
        HttpHeaders headers = exchange.getResponse().getHeaders();
        headers.clear();
        beforeAttempts(exchange).forEach(headers::addAll);
    }

    /** Marks header fields added or changed since the first attempt as this attempt's; they are removed before another. */
    public static void ofThisAttempt(ServerWebExchange exchange) {
        HttpHeaders headers = exchange.getResponse().getHeaders();
        HttpHeaders before = beforeAttempts(exchange);
        Set<String> names = headers.headerNames().stream()
                .filter(name -> !Objects.equals(headers.get(name), before.get(name)))
                .collect(Collectors.toUnmodifiableSet());
        exchange.getAttributes().put(ServerWebExchangeUtils.CLIENT_RESPONSE_HEADER_NAMES, names);
    }

    /** Removes the header fields that an earlier attempt left in the response. */
    public static void takeBack(ServerWebExchange exchange) {
        Set<String> names = exchange.getAttribute(ServerWebExchangeUtils.CLIENT_RESPONSE_HEADER_NAMES);
        if (names != null && !exchange.getResponse().isCommitted()) {
            HttpHeaders headers = exchange.getResponse().getHeaders();
            names.forEach(headers::remove);
            beforeAttempts(exchange).forEach((name, values) -> {
                if (!headers.containsHeader(name)) {
                    headers.addAll(name, values);
                }
            });
        }
    }

    /** Returns the request fields that may identify users. */
    public static String credentials(RequestHead request) {
        return request.fields().combined("Authorization")
                + '\n'
                + request.fields().combined("Cookie");
    }

    /** Returns all header fields, lines of one name together. */
    public static HeaderFields fields(HttpHeaders headers) {
        var fields = HeaderFields.builder();
        headers.forEach((name, values) -> values.forEach(value -> fields.add(name, value)));
        return fields.build();
    }

    /** Copies the cookies of a response into its header fields, from which the head is written. */
    public static void writeCookies(ServerHttpResponse response) {
        response.getCookies()
                .values()
                .forEach(cookies -> cookies.forEach(
                        cookie -> response.getHeaders().add(HttpHeaders.SET_COOKIE, cookie.toString())));
    }

    /**
     * Copies the fields to {@code headers}, where they replace all fields of the same names except {@link #LISTS}, which are
     * extended: the origin does not know by which fields web filters select a response, such as Origin for CORS, which cookies they
     * set, and what they forbid.
     */
    public static void write(HeaderFields fields, HttpHeaders headers) {
        if (!headers.isEmpty()) {
            replaced(fields, headers).forEach(line -> headers.add(line.name(), line.value()));
        }
        fields.forEach(field -> headers.add(field.name(), field.value()));
    }

    /** Removes all fields of the same names; returns the lines that are extended. */
    private static List<HeaderField> replaced(HeaderFields fields, HttpHeaders headers) {
        List<HeaderField> extended = new ArrayList<>(0);
        for (HeaderField field : fields) {
            String name = field.name();
            List<String> lines = headers.remove(name);
            if (lines != null && LISTS.contains(name)) {
                lines.stream()
                        .filter(line -> !fields.values(name).contains(line))
                        .forEach(line -> extended.add(new HeaderField(name, line)));
            }
        }
        return extended;
    }
}
