package dev.larder.gateway.store;

import dev.larder.cache.spi.EntryCodec;
import dev.larder.cache.spi.EntryContent;
import dev.larder.cache.spi.HeapContent;
import dev.larder.rfc9111.HeaderField;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.StoredBody;
import dev.larder.rfc9111.StoredResponse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Encodes stored responses, version {@value #VERSION}: for each its status, fields, selecting fields and times; the bodies are
 * the contents, in order, including empty ones. A published version stays readable forever.
 */
public final class ResponseCodec implements EntryCodec<ResponseVariants> {

    private static final int VERSION = 1;
    private static final int PURGED = 1;

    private final UnaryOperator<Instant> toBytes;
    private final UnaryOperator<Instant> fromBytes;
    private final Function<EntryContent, ReadableBody> readable;

    /** Creates a codec with this process's times and all bodies in the heap. */
    public ResponseCodec() {
        this(UnaryOperator.identity(), UnaryOperator.identity());
    }

    /** Creates a codec with this process's times; {@code readable} returns bodies that a store keeps outside the heap. */
    public ResponseCodec(Function<EntryContent, ReadableBody> readable) {
        this(UnaryOperator.identity(), UnaryOperator.identity(), readable);
    }

    /**
     * Creates a codec that encodes times of another clock.
     *
     * @param toBytes converts a time of this process to that clock
     * @param fromBytes converts a time of that clock to this process's
     */
    public ResponseCodec(UnaryOperator<Instant> toBytes, UnaryOperator<Instant> fromBytes) {
        this(toBytes, fromBytes, content -> {
            throw new IllegalArgumentException("no content is outside the heap");
        });
    }

    private ResponseCodec(
            UnaryOperator<Instant> toBytes,
            UnaryOperator<Instant> fromBytes,
            Function<EntryContent, ReadableBody> readable) {
        this.toBytes = toBytes;
        this.fromBytes = fromBytes;
        this.readable = readable;
    }

    @Override
    public EntryParts encode(ResponseVariants value) {
        var bytes = new ByteArrayOutputStream(512);
        List<EntryContent> contents = new ArrayList<>();
        try (var out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeInt(value.responses().size());
            for (StoredResponse response : value.responses()) {
                write(response, out);
                contents.add(content(response.body()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new EntryParts(new EntryHead(bytes.toByteArray()), contents);
    }

    private static EntryContent content(StoredBody body) {
        return body instanceof ReadableBody readable ? readable.content() : ((HeapBody) body).content();
    }

    private void write(StoredResponse response, DataOutputStream out) throws IOException {
        out.writeByte(response.isSoftPurged() ? PURGED : 0);
        out.writeInt(response.head().status());
        out.writeInt(response.head().fields().size());
        for (HeaderField field : response.head().fields()) {
            write(field.name(), out);
            write(field.value(), out);
        }
        out.writeInt(response.varyKey().size());
        for (Map.Entry<String, String> field : response.varyKey().entrySet()) {
            write(field.getKey(), out);
            write(field.getValue(), out);
        }
        write(toBytes.apply(response.responseTime()), out);
        write(response.correctedInitialAge(), out);
        write(response.freshnessLifetime(), out);
    }

    private static void write(Instant time, DataOutputStream out) throws IOException {
        out.writeLong(time.getEpochSecond());
        out.writeInt(time.getNano());
    }

    private static void write(Duration duration, DataOutputStream out) throws IOException {
        out.writeLong(duration.getSeconds());
        out.writeInt(duration.getNano());
    }

    private static void write(String text, DataOutputStream out) throws IOException {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(utf8.length);
        out.write(utf8);
    }

    @Override
    public Optional<ResponseVariants> decode(EntryHead head, List<EntryContent> contents) {
        try (var in = new DataInputStream(new ByteArrayInputStream(head.bytes()))) {
            if (in.readByte() != VERSION || in.readInt() != contents.size() || contents.isEmpty()) {
                return Optional.empty();
            }
            List<StoredResponse> responses = new ArrayList<>(contents.size());
            for (EntryContent content : contents) {
                responses.add(response(in, body(content)));
            }
            return in.read() < 0 ? Optional.of(ResponseVariants.restore(responses)) : Optional.empty();
        } catch (IOException | RuntimeException malformed) {
            return Optional.empty();
        }
    }

    private StoredBody body(EntryContent content) {
        return content instanceof HeapContent heap ? new HeapBody(heap) : readable.apply(content);
    }

    private StoredResponse response(DataInputStream in, StoredBody body) throws IOException {
        boolean purged = in.readByte() == PURGED;
        int status = in.readInt();
        var fields = HeaderFields.builder();
        for (int left = in.readInt(); left > 0; left--) {
            fields.add(text(in), text(in));
        }
        Map<String, String> varyKey = new TreeMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            varyKey.put(text(in), text(in));
        }
        StoredResponse restored = StoredResponse.restore(
                new ResponseHead(status, fields.build()),
                varyKey,
                body,
                fromBytes.apply(Instant.ofEpochSecond(in.readLong(), in.readInt())),
                duration(in),
                duration(in));
        return purged ? restored.restoredAsPurged() : restored;
    }

    private static Duration duration(DataInputStream in) throws IOException {
        return Duration.ofSeconds(in.readLong(), in.readInt());
    }

    private static String text(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("a text of " + length + " bytes, with " + in.available() + " left");
        }
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
}
