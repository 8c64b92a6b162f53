package dev.larder.insight.dryrun;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.rfc9111.HeaderField;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.StoredResponse;
import java.util.Locale;
import java.util.Set;

/**
 * What would be stored under a key: all that reuse is judged by, and of contents a digest.
 *
 * @param stamp when it was fetched, and its tags
 */
public record DryRunEntry(ResponseVariants variants, EpochStamp stamp) {

    private static final int TAG = 8;

    private static final Set<String> JUDGED = Set.of(
            "cache-control",
            "larder-cache-control",
            "cdn-cache-control",
            "expires",
            "date",
            "etag",
            "last-modified",
            "vary",
            "content-language",
            "content-range");

    public DryRunEntry {
        variants = ResponseVariants.restore(
                variants.responses().stream().map(DryRunEntry::compact).toList());
    }

    private static StoredResponse compact(StoredResponse response) {
        var fields = HeaderFields.builder();
        for (HeaderField field : response.head().fields()) {
            if (JUDGED.contains(field.name().toLowerCase(Locale.ROOT))) {
                fields.add(field.name(), field.value());
            }
        }
        return StoredResponse.restore(
                response.head().withFields(fields.build()),
                response.varyKey(),
                response.body(),
                response.responseTime(),
                response.correctedInitialAge(),
                response.freshnessLifetime());
    }

    /** Bytes it takes, about; the contents are not here. */
    long weight() {
        long contents = variants.responses().stream()
                .mapToLong(response -> response.body().length())
                .sum();
        return variants.weight() - contents + (long) TAG * stamp.size();
    }
}
