package dev.larder.insight.trial;

import dev.larder.gateway.describe.IrrelevantFields;
import dev.larder.gateway.describe.ReplayableRequest;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.insight.dryrun.KeyedHashes;
import dev.larder.rfc9111.HeaderField;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Who has made a request, as far as its fields tell: by the user, Authorization, cookies, and every other field that is not known to
 * say something else. A field that is not known counts, as it may be a credential.
 */
final class Requester {

    /** A request by nobody in particular. */
    static final long ANONYMOUS = 0;

    /** Addresses, which differ for each client without telling who it is. */
    private static final Set<String> ADDRESSES =
            Set.of("cf-connecting-ip", "cf-connecting-ipv6", "cf-pseudo-ipv4", "x-real-ip");

    private Requester() {}

    /**
     * Returns a hash that is equal for requests of the same requester.
     *
     * @param rule a query of which its key leaves something out tells requesters apart, as it may contain a credential
     */
    static long of(ReplayableRequest request, RequestRule rule) {
        List<String> told = new ArrayList<>();
        URI target = request.head().target();
        if (!rule.counting(target).equals(target)) {
            told.add("query " + target.getRawQuery());
        }
        request.user().ifPresent(user -> told.add("user " + user));
        for (HeaderField field : request.head().fields()) {
            if (mayIdentifyUser(field.name())) {
                told.add(field.name().toLowerCase(Locale.ROOT) + ' ' + field.value());
            }
        }
        if (told.isEmpty()) {
            return ANONYMOUS;
        }
        Collections.sort(told);
        return KeyedHashes.of(told.toArray(String[]::new));
    }

    /** Returns whether a field may tell users apart. */
    static boolean mayIdentifyUser(String field) {
        return IrrelevantFields.mayIdentifyUser(field) && !ADDRESSES.contains(field.toLowerCase(Locale.ROOT));
    }
}
