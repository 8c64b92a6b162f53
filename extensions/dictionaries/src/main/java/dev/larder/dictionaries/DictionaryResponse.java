package dev.larder.dictionaries;

import dev.larder.dictionaries.EncodedResponses.Pair;
import dev.larder.gateway.describe.Described;
import dev.larder.gateway.describe.FilteredFields;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.gateway.store.ContentMemory;
import dev.larder.rfc9111.EntityTag;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A response on its way from the cache to the client: announced as a dictionary, remembered, and encoded with the one that the
 * client has.
 */
final class DictionaryResponse extends ServerHttpResponseDecorator {

    private static final Logger log = LoggerFactory.getLogger(DictionaryResponse.class);

    private static final String VARY = "Accept-Encoding, Available-Dictionary";
    private static final String USE = "Use-As-Dictionary";

    /** Fields about the octets of the content, or their ranges, before it is encoded. */
    private static final List<String> OF_OCTETS =
            List.of("Accept-Ranges", "Content-Digest", "Repr-Digest", "Digest", "Content-MD5");

    private final ServerWebExchange exchange;
    private final RequestHead request;
    private final Dictionaries dictionaries;
    private final Optional<ContentHash> available;

    /**
     * @param request the request as the client has sent it
     * @param available the dictionary that the client has, if it accepts dcz
     */
    DictionaryResponse(
            ServerWebExchange exchange,
            RequestHead request,
            Dictionaries dictionaries,
            Optional<ContentHash> available) {
        super(exchange.getResponse());
        this.exchange = exchange;
        this.request = request;
        this.dictionaries = dictionaries;
        this.available = available;
    }

    /** Returns what dictionaries belong to: a path of an origin. */
    static String path(RequestHead request) {
        return request.target().getScheme() + "://" + request.target().getRawAuthority()
                + request.target().getRawPath();
    }

    @Override
    public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
        ResponseHead head = MessageHeadConverter.response(getDelegate());
        Optional<DictionaryObstacle> obstacle = obstacle(head);
        if (obstacle.isPresent()) {
            log.debug("A response has nothing to do with dictionaries: {}", obstacle.get());
            return super.writeWith(body);
        }
        addVary();
        MatchPattern.field(request.target().getRawPath())
                .filter(use -> !head.fields().contains(USE))
                .ifPresent(use -> getHeaders().set(USE, use));
        int length = (int) DictionaryEligibility.length(head.fields()).orElseThrow();
        Optional<Pair> pair =
                available.flatMap(hash -> version().map(version -> new Pair(hash, path(request), version)));
        Optional<byte[]> dictionary = pair.flatMap(known -> dictionaries.find(known.path(), known.dictionary()));
        ContentMemory client = dictionaries.memory().of(exchange.getRequest());
        ContentMemory.Claim memory = client.claim();
        if ((dictionary.isEmpty() && !isUnknown()) || !memory.take(length)) {
            return super.writeWith(body);
        }
        Mono<Void> written = dictionary.isPresent() && dictionaries.hasEncoded(pair.orElseThrow())
                ? writeEncoded(body, length, pair.orElseThrow())
                : super.writeWith(remembered(body, length, content -> {
                    remember(client, content);
                    dictionary.ifPresent(known -> dictionaries.encode(client, pair.orElseThrow(), known, content));
                }));
        return written.doFinally(end -> memory.release());
    }

    private Optional<DictionaryObstacle> obstacle(ResponseHead head) {
        return DictionaryEligibility.ofRule(
                        Described.told(exchange).map(Described::rule),
                        FilteredFields.told(exchange).keySet())
                .or(() -> DictionaryEligibility.ofResponse(request, head, dictionaries.limits()));
    }

    private Mono<Void> writeEncoded(Publisher<? extends DataBuffer> body, int length, Pair pair) {
        return DataBufferUtils.join(Flux.from(body), length).flatMap(joined -> {
            byte[] content = octets(joined);
            Optional<byte[]> encoded = dictionaries.findEncoded(pair, content);
            encoded.ifPresent(this::encoded);
            byte[] sent = encoded.orElse(content);
            return super.writeWith(
                    Mono.fromSupplier(() -> getDelegate().bufferFactory().wrap(sent)));
        });
    }

    private static byte[] octets(DataBuffer joined) {
        byte[] content = new byte[joined.readableByteCount()];
        joined.read(content);
        DataBufferUtils.release(joined);
        return content;
    }

    /** Encoded content differs from client to client: no strong entity tag is shared between them (RFC 9110 8.8.1). */
    private void encoded(byte[] sent) {
        HttpHeaders headers = getHeaders();
        headers.set(HttpHeaders.CONTENT_ENCODING, AcceptedCodings.DCZ);
        headers.setContentLength(sent.length);
        OF_OCTETS.forEach(headers::remove);
        Optional.ofNullable(headers.getETag()).flatMap(EntityTag::parse).ifPresent(this::weaken);
    }

    private void weaken(EntityTag tag) {
        getHeaders().set(HttpHeaders.ETAG, new EntityTag(true, tag.opaque()).toString());
    }

    private boolean isUnknown() {
        return version()
                .filter(version -> dictionaries.shouldAdd(path(request), version))
                .isPresent();
    }

    /** Copies the content as it passes. */
    private static Publisher<? extends DataBuffer> remembered(
            Publisher<? extends DataBuffer> body, int length, Consumer<byte[]> whole) {
        ByteBuffer copy = ByteBuffer.allocate(length);
        return Flux.from(body)
                .doOnNext(buffer -> {
                    if (buffer.readableByteCount() <= copy.remaining()) {
                        buffer.toByteBuffer(copy.slice(copy.position(), buffer.readableByteCount()));
                        copy.position(copy.position() + buffer.readableByteCount());
                    }
                })
                .doOnComplete(() -> {
                    if (!copy.hasRemaining()) {
                        whole.accept(copy.array());
                    }
                });
    }

    private void remember(ContentMemory client, byte[] content) {
        if (isUnknown()) {
            dictionaries.add(client, path(request), version().orElseThrow(), content);
        }
    }

    /** Returns what tells this content from others of its path; empty without an entity tag, as each would have to be hashed. */
    private Optional<String> version() {
        return Optional.ofNullable(getHeaders().getETag())
                .map(tag -> tag + request.target().getRawQuery());
    }

    /** A 304 names the tag by which the client knows the response: the weak one, if that was encoded (RFC 9110 15.4.5). */
    @Override
    public Mono<Void> setComplete() {
        if (HttpStatus.NOT_MODIFIED.equals(getStatusCode())) {
            addVary();
            Optional<EntityTag> tag =
                    Optional.ofNullable(getHeaders().getETag()).flatMap(EntityTag::parse);
            String asked = request.fields().combined("If-None-Match");
            tag.filter(current -> !current.isWeak() && asked.contains("W/" + current))
                    .ifPresent(this::weaken);
        }
        return super.setComplete();
    }

    private void addVary() {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        getHeaders()
                .getOrEmpty(HttpHeaders.VARY)
                .forEach(line -> Stream.of(line.split(",")).map(String::strip).forEach(names::add));
        for (String name : VARY.split(", ")) {
            if (!names.contains(name) && !names.contains("*")) {
                getHeaders().add(HttpHeaders.VARY, name);
            }
        }
    }
}
