package dev.larder.writes.delivery;

import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryChannel;
import java.net.URI;
import java.util.List;

/**
 * The common properties of the writes of one batch.
 *
 * @param uri absolute URI of the bulk endpoint; empty if writes are sent one by one to their own targets
 * @param method their method, if the format of the batch cannot express it
 * @param fields lines of the fields that are sent in the head of the batch
 */
record BatchAddress(String uri, String method, List<String> fields) {

    private static final BatchAddress OWN_TARGETS = new BatchAddress("", "", List.of());
    private static final String PATH = "{path}";

    BatchAddress {
        fields = List.copyOf(fields);
    }

    /** Returns the address of this write. */
    static BatchAddress of(DeliveryChannel channel, AcknowledgedWrite write) {
        if (channel.bulk().isEmpty()) {
            return OWN_TARGETS;
        }
        RequestHead request = write.request();
        return new BatchAddress(
                expanded(channel.bulk().get(), request.target()),
                channel.format() == DeliveryChannel.Format.MULTIPART ? "" : request.method(),
                channel.fields().perBatch().stream()
                        .map(request.fields()::combined)
                        .toList());
    }

    private static String expanded(String bulk, URI target) {
        String path = target.getRawPath() == null ? "" : target.getRawPath();
        String expanded = bulk.replace(PATH, path.startsWith("/") ? path.substring(1) : path);
        return expanded.startsWith("/") ? target.getScheme() + "://" + target.getRawAuthority() + expanded : expanded;
    }
}
