package dev.larder.writes.delivery;

import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.WriteBatch;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The common properties of the writes of one batch.
 *
 * @param uri absolute URI of the bulk endpoint, with the query of the writes if their format cannot express it; empty if writes are
 *     sent one by one to their own targets
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
        String query = query(channel, request.target());
        return new BatchAddress(
                expanded(channel.bulk().get(), request.target()) + query,
                channel.format() == DeliveryChannel.Format.MULTIPART ? "" : request.method(),
                channel.fields().perBatch().stream()
                        .map(request.fields()::combined)
                        .toList());
    }

    /**
     * Returns the address that a batch is sent to. Earlier versions put writes with different queries into one batch and sent it
     * without a query: such a batch is repeated as it was.
     */
    static URI endpoint(DeliveryChannel channel, WriteBatch batch) {
        URI target = batch.writes().get(0).request().target();
        boolean hasOneQuery = batch.writes().stream()
                .allMatch(write -> Objects.equals(write.request().target().getRawQuery(), target.getRawQuery()));
        return URI.create(expanded(channel.bulk().orElseThrow(), target) + (hasOneQuery ? query(channel, target) : ""));
    }

    /** The parts of a multipart batch have targets of their own. */
    private static String query(DeliveryChannel channel, URI target) {
        @Nullable String query = target.getRawQuery();
        return query == null
                        || channel.format() == DeliveryChannel.Format.MULTIPART
                        || !DeliveryChannel.canCarryQuery(channel.bulk(), channel.format())
                ? ""
                : "?" + query;
    }

    private static String expanded(String bulk, URI target) {
        String path = target.getRawPath() == null ? "" : target.getRawPath();
        String expanded = bulk.replace(PATH, path.startsWith("/") ? path.substring(1) : path);
        return expanded.startsWith("/") ? target.getScheme() + "://" + target.getRawAuthority() + expanded : expanded;
    }
}
