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
import java.util.UUID;
import org.junit.jupiter.api.Test;

class BatchAddressTest {

    @Test
    void methodsGoApartWhereTheFormatCannotSayThem() {
        assertThat(of(Format.JSON, "PUT")).isNotEqualTo(of(Format.JSON, "POST"));
        assertThat(of(Format.NDJSON, "PUT")).isNotEqualTo(of(Format.NDJSON, "POST"));
        assertThat(of(Format.MULTIPART, "PUT")).isEqualTo(of(Format.MULTIPART, "POST"));
    }

    private static BatchAddress of(Format format, String method) {
        var head = new RequestHead(method, URI.create("http://o/a"), HeaderFields.EMPTY);
        var write = new AcknowledgedWrite(
                0, new UUID(0, 0), "uploads", "k", head, new ItemId(new UUID(0, 0), 0), Instant.EPOCH, 0);
        return BatchAddress.of(channel("/bulk/{path}", format, SameKey.TOGETHER), write);
    }
}
