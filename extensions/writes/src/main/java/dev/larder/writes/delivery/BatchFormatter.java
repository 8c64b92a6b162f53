package dev.larder.writes.delivery;

import dev.larder.rfc9111.ContentFields;
import dev.larder.rfc9111.HeaderField;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.DeliveryJournal;
import dev.larder.writes.WriteBatch;
import io.netty.buffer.ByteBuf;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import reactor.core.publisher.Flux;

/**
 * Formats batches as requests: the same batch always gives the same request. In batches of JSON values, an empty
 * content is {@code null}.
 */
final class BatchFormatter {

    /** The field with the number of writes of a batch. */
    static final String BATCH_SIZE = "Larder-Batch-Size";

    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";
    private static final String CONTENT_TYPE = "Content-Type";
    private static final List<String> OF_THE_CONTENT = List.of(CONTENT_TYPE, "Content-Encoding", "Content-Language");
    private static final Set<String> OURS = Set.of(
            "connection",
            "content-length",
            "expect",
            "host",
            "idempotency-key",
            "larder-batch-size",
            "larder-item-ids",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "content-type",
            "content-encoding",
            "content-language");
    private static final RequestContentPart NULL = new RequestContentPart.Text("null");
    private static final RequestContentPart COMMA = new RequestContentPart.Text(",");
    private static final RequestContentPart LINE_END = new RequestContentPart.Text("\n");

    private final DeliveryChannel channel;
    private final DeliveryJournal journal;

    BatchFormatter(DeliveryChannel channel, DeliveryJournal journal) {
        this.channel = channel;
        this.journal = journal;
    }

    /** Returns the request that delivers this batch. */
    DeliveryRequest message(WriteBatch batch) {
        return channel.bulk().isEmpty() ? single(batch.writes().get(0)) : bulk(batch);
    }

    /** Returns the content of that request. */
    Flux<ByteBuf> content(DeliveryRequest message) {
        return ContentChunkReader.of(message.pieces(), journal);
    }

    private DeliveryRequest single(AcknowledgedWrite write) {
        var names = new LinkedHashSet<>(channel.fields().perItem());
        names.addAll(channel.fields().perBatch());
        HeaderFields fields = HeaderFields.builder()
                .addAll(own(write, names))
                .add(IDEMPOTENCY_KEY, quoted(write.item()))
                .build();
        return new DeliveryRequest(
                write.request().method(),
                write.request().target(),
                fields,
                List.of(new RequestContentPart.Content(write)));
    }

    private DeliveryRequest bulk(WriteBatch batch) {
        AcknowledgedWrite first = batch.writes().get(0);
        HeaderFields.Builder fields = HeaderFields.builder()
                .addAll(picked(first, channel.fields().perBatch()))
                .add(CONTENT_TYPE, contentType(batch))
                .add(IDEMPOTENCY_KEY, quoted(batch.id()))
                .add(BATCH_SIZE, String.valueOf(batch.writes().size()));
        if (channel.hasItemIdsField()) {
            ItemIdsField.of(batch.writes()).ifPresent(ids -> fields.add(ItemIdsField.NAME, ids));
        }
        return new DeliveryRequest("POST", BatchAddress.endpoint(channel, batch), fields.build(), pieces(batch));
    }

    private String contentType(WriteBatch batch) {
        return switch (channel.format()) {
            case JSON -> "application/json";
            case NDJSON -> "application/x-ndjson";
            case MULTIPART -> "multipart/mixed; boundary=" + boundary(batch);
        };
    }

    private List<RequestContentPart> pieces(WriteBatch batch) {
        List<RequestContentPart> pieces = new ArrayList<>();
        switch (channel.format()) {
            case JSON -> array(batch, pieces);
            case NDJSON -> lines(batch, pieces);
            case MULTIPART -> parts(batch, pieces);
        }
        return pieces;
    }

    private static void array(WriteBatch batch, List<RequestContentPart> pieces) {
        pieces.add(new RequestContentPart.Text("["));
        for (AcknowledgedWrite write : batch.writes()) {
            if (pieces.size() > 1) {
                pieces.add(COMMA);
            }
            pieces.add(write.length() == 0 ? NULL : new RequestContentPart.Content(write));
        }
        pieces.add(new RequestContentPart.Text("]"));
    }

    private static void lines(WriteBatch batch, List<RequestContentPart> pieces) {
        for (AcknowledgedWrite write : batch.writes()) {
            pieces.add(write.length() == 0 ? NULL : new RequestContentPart.Line(write));
            pieces.add(LINE_END);
        }
    }

    private void parts(WriteBatch batch, List<RequestContentPart> pieces) {
        String boundary = boundary(batch);
        String between = "";
        for (AcknowledgedWrite write : batch.writes()) {
            pieces.add(new RequestContentPart.Text(between + "--" + boundary + "\r\n" + partHead(write)));
            pieces.add(new RequestContentPart.Content(write));
            between = "\r\n";
        }
        pieces.add(new RequestContentPart.Text("\r\n--" + boundary + "--\r\n"));
    }

    private String partHead(AcknowledgedWrite write) {
        RequestHead request = write.request();
        var head = new StringBuilder("Content-Type: application/http; msgtype=request\r\n")
                .append("Content-ID: <" + write.id() + ">\r\n\r\n")
                .append(request.method() + " " + originForm(request.target()) + " HTTP/1.1\r\n")
                .append("Host: " + request.target().getRawAuthority() + "\r\n");
        for (HeaderField field : own(write, channel.fields().perItem())) {
            head.append(field.name() + ": " + field.value() + "\r\n");
        }
        return head.append(IDEMPOTENCY_KEY + ": " + quoted(write.item()) + "\r\n")
                .append("Content-Length: " + write.length() + "\r\n\r\n")
                .toString();
    }

    private static String originForm(URI target) {
        String path = Optional.ofNullable(target.getRawPath())
                .filter(some -> !some.isEmpty())
                .orElse("/");
        return target.getRawQuery() == null ? path : path + "?" + target.getRawQuery();
    }

    /** Unknown to clients when they send the content, and as hard to guess as the id. */
    private static String boundary(WriteBatch batch) {
        return "larder-" + batch.id();
    }

    /** The first of the fields that describe the content are in the order of earlier versions, which may have sent the batch. */
    private static HeaderFields own(AcknowledgedWrite write, Iterable<String> names) {
        HeaderFields.Builder fields =
                HeaderFields.builder().addAll(picked(write, names).without(ContentFields::isDescription));
        for (String name : OF_THE_CONTENT) {
            write.request().fields().values(name).forEach(value -> fields.add(name, value));
        }
        write.request().fields().stream()
                .filter(field -> ContentFields.isDescription(field.name())
                        && OF_THE_CONTENT.stream().noneMatch(field.name()::equalsIgnoreCase))
                .forEach(field -> fields.add(field.name(), field.value()));
        return fields.build();
    }

    private static HeaderFields picked(AcknowledgedWrite write, Iterable<String> names) {
        HeaderFields.Builder fields = HeaderFields.builder();
        for (String name : names) {
            if (!OURS.contains(name.toLowerCase(Locale.ROOT))) {
                write.request().fields().values(name).forEach(value -> fields.add(name, value));
            }
        }
        return fields.build();
    }

    private static String quoted(Object id) {
        return "\"" + id + '"';
    }
}
