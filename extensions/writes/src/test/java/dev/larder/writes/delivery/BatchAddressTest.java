package dev.larder.writes.delivery;

import static dev.larder.writes.delivery.SampleWrites.channel;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryChannel.Format;
import dev.larder.writes.DeliveryChannel.SameKey;
import dev.larder.writes.ItemId;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class BatchAddressTest {

    @Test
    void separatesMethodsUnlessFormatCarriesThem() {
        assertThat(of(Format.JSON, "PUT")).isNotEqualTo(of(Format.JSON, "POST"));
        assertThat(of(Format.NDJSON, "PUT")).isNotEqualTo(of(Format.NDJSON, "POST"));
        assertThat(of(Format.MULTIPART, "PUT")).isEqualTo(of(Format.MULTIPART, "POST"));
    }

    @Test
    void addressIncludesQueryUnlessFormatCarriesIt() {
        for (Format format : List.of(Format.JSON, Format.NDJSON)) {
            assertThat(uri("/bulk/{path}", format, "http://o/a?mode=append&x=%20"))
                    .isEqualTo("http://o/bulk/a?mode=append&x=%20");
            assertThat(uri("http://p/bulk", format, "http://o/a?mode=append")).isEqualTo("http://p/bulk?mode=append");
            assertThat(uri("/bulk/{path}", format, "http://o/a")).isEqualTo("http://o/bulk/a");
            assertThat(uri("/bulk?key=1", format, "http://o/a?key=2")).isEqualTo("http://o/bulk?key=1");
        }
        assertThat(uri("/bulk/{path}", Format.MULTIPART, "http://o/a?mode=append"))
                .isEqualTo("http://o/bulk/a");
    }

    private static String uri(String bulk, Format format, String target) {
        return BatchAddress.of(
                        channel(bulk, format, SameKey.TOGETHER),
                        SampleWrites.bare(1, "k", target, 1, SampleWrites.NO_FIELDS))
                .uri();
    }

    private static BatchAddress of(Format format, String method) {
        var head = new RequestHead(method, URI.create("http://o/a"), HeaderFields.EMPTY);
        var write = new AcknowledgedWrite(
                0, new UUID(0, 0), "uploads", "k", head, new ItemId(new UUID(0, 0), 0), Instant.EPOCH, 0);
        return BatchAddress.of(channel("/bulk/{path}", format, SameKey.TOGETHER), write);
    }
}
