package dev.larder.gateway.store;

import dev.larder.rfc9111.ByteRange;
import dev.larder.rfc9111.ConstructedResponse;
import dev.larder.rfc9111.StoredBody;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Content of responses from the store, as views of the stored bytes (RFC 9110 14.6 for several ranges). */
public final class StoredBodyUtils {

    private StoredBodyUtils() {}

    /** Returns whether both bodies are equal: compared by bytes in the heap, elsewhere by known properties. */
    public static boolean isSame(StoredBody one, StoredBody other) {
        return one instanceof ReadableBody readable && other instanceof ReadableBody otherReadable
                ? readable.isSame(otherReadable)
                : one.equals(other);
    }

    /** Returns a body of these bytes, which must not be changed any more. */
    public static StoredBody of(byte[] content) {
        return HeapBody.of(List.of(content), content.length);
    }

    /** Returns whether the bytes are in the heap. */
    public static boolean isInHeap(StoredBody body) {
        return body instanceof HeapBody;
    }

    /** Returns whether the body is empty. */
    public static boolean isEmpty(StoredBody body) {
        return body.length() == 0;
    }

    /** Writes the whole body into a buffer that has room for it. */
    public static void of(StoredBody body, ByteBuf into) {
        into.writeBytes(bytes(body));
    }

    /** Returns the octets of a body in the heap, not a copy; they must not be changed. */
    public static byte[] octets(StoredBody body) {
        return bytes(body);
    }

    /** Returns a view of the whole body. */
    public static ByteBuf of(StoredBody body) {
        return Unpooled.wrappedBuffer(bytes(body));
    }

    /** Returns the content of a response to GET. */
    public static List<ByteBuffer> of(ConstructedResponse answer, StoredBody body) {
        if (answer instanceof ConstructedResponse.Whole) {
            return whole(body);
        }
        if (answer instanceof ConstructedResponse.Part part) {
            return part(body, part.range());
        }
        return answer instanceof ConstructedResponse.Parts parts ? parts(body, parts) : List.of();
    }

    /** Returns the content of a response to GET, from a body that is not in the heap. */
    public static Flux<byte[]> stream(ConstructedResponse answer, long length, BodySource source)
            throws BodyGoneException {
        if (answer instanceof ConstructedResponse.Part part) {
            return source.read(part.range().first(), part.range().length());
        }
        if (!(answer instanceof ConstructedResponse.Parts parts)) {
            return source.read(0, length);
        }
        List<Flux<byte[]>> all = new ArrayList<>();
        for (ByteRange range : parts.ranges()) {
            all.add(Flux.just(octets(parts.prefix(range))));
            all.add(source.read(range.first(), range.length()));
        }
        all.add(Flux.just(octets(parts.closing())));
        return Flux.concat(all);
    }

    /** Writes available content; content in one piece is sent in one message with its head. */
    public static Mono<Void> write(List<ByteBuffer> content, ServerHttpResponse response) {
        if (content.isEmpty()) {
            return response.setComplete();
        }
        DataBufferFactory buffers = response.bufferFactory();
        return response.writeWith(
                content.size() == 1
                        ? Mono.fromSupplier(() -> buffers.wrap(content.get(0)))
                        : Flux.fromIterable(content).map(buffers::wrap));
    }

    /** Returns the whole body. */
    private static List<ByteBuffer> whole(StoredBody body) {
        return body.length() == 0 ? List.of() : List.of(ByteBuffer.wrap(bytes(body)));
    }

    /** Returns one range of the body. */
    private static List<ByteBuffer> part(StoredBody body, ByteRange range) {
        return List.of(slice(bytes(body), range));
    }

    /** Returns several ranges of the body, as multipart/byteranges. */
    private static List<ByteBuffer> parts(StoredBody body, ConstructedResponse.Parts parts) {
        byte[] bytes = bytes(body);
        var buffers = new ArrayList<ByteBuffer>();
        for (ByteRange range : parts.ranges()) {
            buffers.add(text(parts.prefix(range)));
            buffers.add(slice(bytes, range));
        }
        buffers.add(text(parts.closing()));
        return buffers;
    }

    private static ByteBuffer slice(byte[] bytes, ByteRange range) {
        return ByteBuffer.wrap(bytes, (int) range.first(), (int) range.length());
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(octets(text));
    }

    private static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(StoredBody body) {
        return ((HeapBody) body).bytes();
    }
}
