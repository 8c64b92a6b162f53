package dev.larder.gateway.describe;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.upload.CacheKeyContent;
import dev.larder.rfc9111.ContentFields;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Incremental;
import dev.larder.rfc9111.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * The content of a request that is part of its key, as a digest: never a field that a client could choose.
 *
 * @param exchange the exchange with the content, if that was read
 * @param parts parts of the key; empty if the content is no part of it
 * @param obstacle why the store is not used; empty if it is
 */
record KeyedContent(ServerWebExchange exchange, List<String> parts, Optional<Reason> obstacle) {

    /** Descriptions of content that every key has, present or not; others only where they are. */
    private static final List<String> CONTENT =
            List.of(HttpHeaders.CONTENT_TYPE, HttpHeaders.CONTENT_ENCODING, HttpHeaders.CONTENT_LANGUAGE);

    /** Begins the part for content of which only the meaning counts. Earlier versions had another one. */
    private static final String NORMALIZED = "json-text ";

    private static final Pattern UTF_8 = Pattern.compile("\\s*charset\\s*=\\s*\"?utf-8\"?\\s*");

    /** Reads the content of a request, up to the length that its rule permits. */
    static Mono<KeyedContent> of(ServerWebExchange exchange, RequestRule rule) {
        HeaderFields fields = MessageHeadConverter.fields(exchange.getRequest());
        if (Incremental.isWanted(fields)) {
            return Mono.just(without(exchange, Reason.INCREMENTAL));
        }
        if (fields.stream().anyMatch(field -> ContentFields.isOfPart(field.name()))) {
            return Mono.just(without(exchange, Reason.REQUEST_BODY));
        }
        int most = rule.key().content().orElse(0);
        if (exchange.getRequest().getHeaders().getContentLength() > most) {
            return Mono.just(without(exchange, Reason.REQUEST_CONTENT_TOO_LARGE));
        }
        return CacheKeyContent.read(exchange.getRequest(), most).map(content -> {
            if (isReadBefore(exchange.getRequest(), content)) {
                return without(exchange, Reason.REQUEST_BODY);
            }
            List<String> parts = new ArrayList<>();
            parts.add(contentPart(exchange.getRequest(), content));
            CONTENT.forEach(name -> parts.add(name + CacheKeyFactory.Values.text(fields.values(name))));
            parts.addAll(otherDescriptions(fields));
            return new KeyedContent(CacheKeyContent.with(exchange, content), parts, Optional.empty());
        });
    }

    /** Returns the same with an obstacle of the rest of the request, if the content is none. */
    KeyedContent or(Optional<Reason> other) {
        return obstacle.isPresent() ? this : new KeyedContent(exchange, parts, other);
    }

    private static KeyedContent without(ServerWebExchange exchange, Reason obstacle) {
        return new KeyedContent(exchange, List.of(), Optional.of(obstacle));
    }

    /** A filter has read it, as for the field of a form: what it was is not known any more. */
    private static boolean isReadBefore(ServerHttpRequest request, byte[] content) {
        return content.length < request.getHeaders().getContentLength()
                || (content.length == 0 && request.getHeaders().containsHeader(HttpHeaders.TRANSFER_ENCODING));
    }

    /** RFC 10008 2.7: the key incorporates "the request content and related metadata". */
    private static List<String> otherDescriptions(HeaderFields fields) {
        return fields.stream()
                .map(field -> field.name().toLowerCase(Locale.ROOT))
                .filter(ContentFields::isDescription)
                .filter(name -> CONTENT.stream().noneMatch(name::equalsIgnoreCase))
                .distinct()
                .sorted()
                .map(name -> name + CacheKeyFactory.Values.text(fields.values(name)))
                .toList();
    }

    /** Returns whether other spellings of the content have the same key. */
    static boolean isNormalized(CacheKey key) {
        return key.parts().stream().anyMatch(part -> part.startsWith(NORMALIZED));
    }

    /**
     * RFC 10008 2.7: "Caches MAY remove semantically insignificant differences" from the content of a QUERY, for its key alone:
     * white space and order of JSON, unless the client forbids it ({@code no-transform}).
     */
    private static String contentPart(ServerHttpRequest request, byte[] content) {
        boolean spelled = request.getMethod().name().equals("QUERY")
                && isPlainJson(request.getHeaders())
                && request.getHeaders().getOrEmpty(HttpHeaders.CACHE_CONTROL).stream()
                        .noneMatch(line -> line.toLowerCase(Locale.ROOT).contains("no-transform"));
        Optional<byte[]> normalized = spelled ? NormalizedJson.of(content) : Optional.empty();
        return normalized
                .map(json -> NORMALIZED + CacheKeyFactory.sha256(json))
                .orElseGet(() -> "content " + CacheKeyFactory.sha256(content));
    }

    /** RFC 6839 3.1 for the suffix. */
    private static boolean isPlainJson(HttpHeaders fields) {
        List<String> types = fields.getOrEmpty(HttpHeaders.CONTENT_TYPE);
        if (types.size() != 1 || fields.containsHeader(HttpHeaders.CONTENT_ENCODING)) {
            return false;
        }
        String[] parts = types.get(0).toLowerCase(Locale.ROOT).split(";", 2);
        String type = parts[0].strip();
        boolean unicode = parts.length == 1
                || !parts[1].contains("charset")
                || UTF_8.matcher(parts[1]).matches();
        return unicode && (type.equals("application/json") || type.endsWith("+json"));
    }
}
