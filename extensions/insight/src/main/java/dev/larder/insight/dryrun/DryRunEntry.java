package dev.larder.insight.dryrun;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.rfc9111.HeaderField;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.StoredResponse;
import java.util.Locale;
import java.util.Set;

/**
 * Entry that would be stored under a key: all data that decides on reuse, and digests of contents.
 *
 * @param stamp epoch of its fetch, and its tags
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

    /** Returns the approximate size in bytes; contents are not included. */
    long weight() {
        long contents = variants.responses().stream()
                .mapToLong(response -> response.body().length())
                .sum();
        return variants.weight() - contents + (long) TAG * stamp.size();
    }
}
