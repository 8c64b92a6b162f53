package dev.larder.writes.delivery;

import static dev.larder.writes.delivery.SampleWrites.batch;
import static dev.larder.writes.delivery.SampleWrites.channel;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.DeliveryChannel.Format;
import dev.larder.writes.DeliveryChannel.SameKey;
import dev.larder.writes.WriteBatch;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BatchFormatterTest {

    private final SampleWrites writes = new SampleWrites();

    @Test
    void jsonArrayHasContentsInOrderAndNullForEmptyOnes() {
        WriteBatch batch = batch(
                writes.write("k", "http://o/a", "{\"a\":\n1}", "Authorization", "Bearer x", "X-Item", "no"),
                writes.write("k", "http://o/a", ""),
                writes.write("l", "http://o/b", "[2]"));
        DeliveryRequest message = formats(Format.JSON).message(batch);
        assertThat(message.method()).isEqualTo("POST");
        assertThat(message.uri()).hasToString("http://o/bulk");
        assertThat(message.fields())
                .isEqualTo(HeaderFields.of(
                        "Authorization",
                        "Bearer x",
                        "Content-Type",
                        "application/json",
                        "Idempotency-Key",
                        "\"00000000-0000-0007-0000-000000000007\"",
                        "Larder-Batch-Size",
                        "3",
                        "Larder-Item-Ids",
                        "(1;to=3);of=\"00000000-0000-0003-0000-000000000003\""));
        assertThat(text(Format.JSON, message)).isEqualTo("[{\"a\":\n1},null,[2]]");
    }

    @Test
    void bulkUriCarriesCommonQueryOfWrites() {
        AcknowledgedWrite append = writes.write("k", "http://o/a?mode=append", "1");
        AcknowledgedWrite another = writes.write("l", "http://o/b?mode=append", "2");
        assertThat(formats(Format.JSON).message(batch(append, another)).uri()).hasToString("http://o/bulk?mode=append");
        AcknowledgedWrite replace = writes.write("k", "http://o/a?mode=replace", "3");
        assertThat(formats(Format.JSON).message(batch(append, replace)).uri())
                .as("a batch that an earlier version may have sent is repeated as it was")
                .hasToString("http://o/bulk");
    }

    @Test
    void jsonLinesContainNoInnerLineBreaks() {
        WriteBatch batch = batch(
                writes.write("k", "http://o/a", "{\r\n \"a\": \"x\\n\"\n}"), writes.write("k", "http://o/a", "2"));
        DeliveryRequest message = formats(Format.NDJSON).message(batch);
        assertThat(message.fields().first("Content-Type")).hasValue("application/x-ndjson");
        assertThat(text(Format.NDJSON, message)).isEqualTo("{   \"a\": \"x\\n\" }\n2\n");
    }

    @Test
    void multipartPartsAreCompleteRequests() {
        WriteBatch batch = batch(
                writes.write("k", "http://o:81/a/b%20c?q=%7C", "one", "X-Item", "i", "Content-Type", "text/plain"),
                writes.write("l", "http://o:81", "--two\r\n", "Authorization", "secret"));
        DeliveryRequest message = formats(Format.MULTIPART).message(batch);
        String boundary = "larder-00000000-0000-0007-0000-000000000007";
        assertThat(message.fields().first("Content-Type")).hasValue("multipart/mixed; boundary=" + boundary);
        assertThat(text(Format.MULTIPART, message))
                .isEqualTo(String.join(
                        "\r\n",
                        "--" + boundary,
                        "Content-Type: application/http; msgtype=request",
                        "Content-ID: <00000000-0000-0000-0000-000000000001>",
                        "",
                        "PUT /a/b%20c?q=%7C HTTP/1.1",
                        "Host: o:81",
                        "X-Item: i",
                        "Content-Type: text/plain",
                        "Idempotency-Key: \"00000000-0000-0003-0000-000000000003/1\"",
                        "Content-Length: 3",
                        "",
                        "one",
                        "--" + boundary,
                        "Content-Type: application/http; msgtype=request",
                        "Content-ID: <00000000-0000-0000-0000-000000000002>",
                        "",
                        "PUT / HTTP/1.1",
                        "Host: o:81",
                        "Idempotency-Key: \"00000000-0000-0003-0000-000000000003/2\"",
                        "Content-Length: 7",
                        "",
                        "--two\r\n",
                        "--" + boundary + "--",
                        ""));
    }

    @Test
    void writeWithoutBulkEndpointIsSentAsItsOwnRequest() {
        AcknowledgedWrite write =
                writes.write("k", "http://o/a?b", "x", "X-Item", "i", "Content-Type", "text/plain", "Cookie", "c");
        DeliveryRequest message =
                new BatchFormatter(channel(null, Format.JSON, SameKey.TOGETHER), writes).message(batch(write));
        assertThat(message.method()).isEqualTo("PUT");
        assertThat(message.uri()).hasToString("http://o/a?b");
        assertThat(message.fields())
                .isEqualTo(HeaderFields.of(
                        "X-Item",
                        "i",
                        "Content-Type",
                        "text/plain",
                        "Idempotency-Key",
                        "\"00000000-0000-0003-0000-000000000003/1\""));
    }

    @Test
    void clientFieldsDoNotReplaceGeneratedFields() {
        String[] forged = {"idempotency-key", "\"1\"", "larder-item-ids", "(1);of=\"x\"", "Larder-Batch-Size", "9"};
        var named =
                new DeliveryChannel.Fields(List.of("Idempotency-Key"), List.of("Larder-Item-Ids", "Larder-Batch-Size"));
        AcknowledgedWrite write = writes.write("k", "http://o/a", "x", forged);

        DeliveryRequest single = formats(null, Format.JSON, named).message(batch(write));
        DeliveryRequest bulk = formats("/bulk", Format.JSON, named).message(batch(write));

        assertThat(single.fields().values("Idempotency-Key"))
                .containsExactly("\"00000000-0000-0003-0000-000000000003/1\"");
        assertThat(bulk.fields().values("Larder-Item-Ids"))
                .containsExactly("(1);of=\"00000000-0000-0003-0000-000000000003\"");
        assertThat(bulk.fields().values("Larder-Batch-Size")).containsExactly("1");
    }

    @Test
    void doesNotForwardConnectionFields() {
        var fields =
                new DeliveryChannel.Fields(List.of("Transfer-Encoding", "host", "content-length", "X-Item"), List.of());
        AcknowledgedWrite write = writes.write(
                "k", "http://o/a", "x", "Transfer-Encoding", "chunked", "Host", "other", "Content-Length", "99");
        var formats = formats("/bulk", Format.MULTIPART, fields);
        assertThat(text(formats, formats.message(batch(write))))
                .doesNotContain("chunked", "other", "99")
                .contains("Host: o\r\n", "Content-Length: 1\r\n");
    }

    @Test
    @Tag("hardening-U7")
    void sameBatchYieldsEqualRequests() {
        WriteBatch batch = batch(writes.write("k", "http://o/a", "x"));
        BatchFormatter formats = formats(Format.MULTIPART);
        assertThat(formats.message(batch)).isEqualTo(formats.message(batch));
    }

    @Test
    void failsIfContentEndsEarly() {
        AcknowledgedWrite write = writes.write("k", "http://o/a", "x");
        AcknowledgedWrite longer = SampleWrites.bare(write.number(), "k", "http://o/a", 5, HeaderFields.EMPTY);
        BatchFormatter formats = formats(Format.JSON);
        DeliveryRequest message = formats.message(batch(longer));
        assertThatThrownBy(() -> text(formats, message)).hasRootCauseInstanceOf(IOException.class);
    }

    private BatchFormatter formats(String bulk, Format format, DeliveryChannel.Fields fields) {
        DeliveryChannel plain = channel(bulk, format, SameKey.TOGETHER);
        var channel = new DeliveryChannel(
                plain.name(),
                plain.bulk(),
                plain.format(),
                plain.sameKey(),
                plain.flush(),
                plain.retry(),
                fields,
                plain.requests());
        return new BatchFormatter(channel, writes);
    }

    private BatchFormatter formats(Format format) {
        return new BatchFormatter(channel("/bulk", format, SameKey.TOGETHER), writes);
    }

    private String text(Format format, DeliveryRequest message) {
        return text(formats(format), message);
    }

    private static String text(BatchFormatter formats, DeliveryRequest message) {
        List<ByteBuf> chunks = formats.content(message).collectList().block();
        String text = chunks.stream()
                .map(chunk -> chunk.toString(StandardCharsets.UTF_8))
                .collect(Collectors.joining());
        assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSize((int) message.length());
        return text;
    }
}
