package dev.larder.writes.intake;

import dev.larder.rfc9111.ContentFields;
import dev.larder.rfc9111.HeaderField;
import dev.larder.rfc9111.PreferField;
import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.WriteFields;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which requests of a rule are acknowledged before their origin has applied them, and their requirements.
 *
 * @param methods their methods
 * @param mediaTypes of their content, such as application/json or text/*; empty for any
 * @param needsJson whether their content must be JSON
 * @param maxLength maximum bytes of content; longer ones are refused
 * @param isOnlyIfPreferred whether only requests with {@code Prefer: respond-async} (RFC 7240 4.1) are buffered
 * @param orderBy which of them are delivered in order
 * @param fields names of the fields that are forwarded with them
 * @param destination where they are delivered
 */
public record BufferedWriteRule(
        Set<String> methods,
        Set<String> mediaTypes,
        boolean needsJson,
        long maxLength,
        boolean isOnlyIfPreferred,
        WriteOrderKey orderBy,
        Set<String> fields,
        Destination destination) {

    /**
     * Where writes are delivered.
     *
     * @param isElsewhere whether to a URL of the rule instead of their own
     * @param canCarryQuery whether their queries arrive with them
     */
    public record Destination(boolean isElsewhere, boolean canCarryQuery) {}

    public BufferedWriteRule {
        methods = Set.copyOf(methods);
        mediaTypes = Set.copyOf(mediaTypes);
        fields = Set.copyOf(fields);
    }

    /** Whether a request is acknowledged before its origin has applied it. Others are forwarded, after those that wait. */
    boolean shouldBuffer(RequestHead request) {
        return methods.contains(request.method())
                && !request.isUpgrade()
                && (!isOnlyIfPreferred || PreferField.hasRespondAsync(request.fields()))
                && !WriteFields.areDecidedByState(request.fields())
                && (destination.canCarryQuery() || request.target().getRawQuery() == null)
                && (!needsJson || request.fields().stream().allMatch(this::isCarriedByJson));
    }

    /** Whether nothing is lost of a field in a batch of JSON values, which have none of their own. Codings are refused. */
    private boolean isCarriedByJson(HeaderField field) {
        return !ContentFields.isDescription(field.name())
                || field.name().equalsIgnoreCase("Content-Type")
                || field.name().equalsIgnoreCase("Content-Encoding")
                || shouldKeepField(field.name());
    }

    /** Whether a field is kept until delivery because it is named. */
    boolean shouldKeepField(String name) {
        return fields.stream().anyMatch(name::equalsIgnoreCase);
    }

    /**
     * Whether deliveries reach the destination of the requests without a load balancer or other filters.
     *
     * @param scheme of the URI that requests are forwarded to; null if it has none
     */
    public boolean canDeliverDirectly(@Nullable String scheme) {
        return destination.isElsewhere() || "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
    }
}
