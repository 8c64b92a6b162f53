package dev.larder.gateway.actuate;

import dev.larder.rfc9111.Reason;
import java.util.EnumMap;
import java.util.Map;

/** Describes each reason in a sentence for operators. */
final class ReasonText {

    private static final Map<Reason, String> SENTENCES = new EnumMap<>(Reason.class);

    static {
        answered();
        requests();
        stored();
        messages();
        events();
    }

    private ReasonText() {}

    /** Returns the sentence for a reason. */
    static String of(Reason reason) {
        return SENTENCES.getOrDefault(reason, reason.token());
    }

    private static void answered() {
        say(Reason.HIT, "It is fresh, so it is answered from the store.");
        say(Reason.HIT_MAX_STALE, "It is stale, and the request accepts that (max-stale).");
        say(Reason.HIT_STALE_WHILE_REVALIDATE, "It is stale, within stale-while-revalidate: answered, and validated.");
        say(Reason.HIT_STALE_IF_ERROR, "It is stale, and the origin has answered with an error.");
        say(Reason.HIT_STALE_DISCONNECTED, "It is stale, and the origin cannot be reached.");
        say(Reason.COLLAPSED, "The request waited for the origin request of another one.");
        say(Reason.REVALIDATED, "The origin has confirmed what was stored.");
    }

    private static void requests() {
        say(Reason.METHOD, "Its method is none that is answered from the store under its rule.");
        say(Reason.REQUEST_BODY, "The request has content that is not part of the key.");
        say(Reason.UPGRADE, "The request asks for another protocol.");
        say(Reason.BYPASS, "The request asks to go past the store, and its rule grants that.");
        say(Reason.NO_PRINCIPAL, "Its rule keeps responses for each user, and this one is nobody.");
        say(Reason.REQUEST_CONTENT_TOO_LARGE, "Its content is part of the key, and larger than the rule allows.");
        say(Reason.REQUEST_NO_CACHE, "The request says no-cache.");
        say(Reason.REQUEST_MAX_AGE, "What is stored is older than the request accepts (max-age).");
        say(
                Reason.REQUEST_MIN_FRESH,
                "What is stored does not stay fresh for as long as the request asks (min-fresh).");
        say(Reason.REQUEST_CONDITION, "The request has a condition that only the origin may evaluate.");
        say(Reason.ONLY_IF_CACHED, "The request says only-if-cached, and the origin would have to be asked.");
        say(Reason.REQUEST_NO_STORE, "The request said no-store.");
        say(Reason.RANGE_REQUEST, "The request was for a range that does not exist.");
        say(Reason.CONDITIONAL_REQUEST, "The origin answered a condition of the request.");
    }

    private static void stored() {
        say(Reason.URI_MISS, "Nothing is stored under this key.");
        say(Reason.VARY_MISS, "What is stored is for requests with other selecting fields.");
        say(Reason.STALE, "It is stale, so the origin is asked whether it is still right.");
        say(Reason.RESPONSE_NO_CACHE, "The origin says no-cache: it is to be asked every time.");
        say(Reason.INVALIDATED, "A write or a purge has made it invalid since it was fetched.");
        say(Reason.ALWAYS_VALIDATED, "Its rule says revalidate: always.");
        say(Reason.FENCED, "A write is under way that may make it wrong.");
        say(Reason.LEASE_LAPSED, "Other members of the cluster may have written what this one has not heard of.");
        say(Reason.WRITE_PENDING, "A write that may make it wrong is acknowledged and not delivered yet.");
        say(Reason.STORED_PART, "What is stored is a part, for the very same Range only.");
    }

    private static void messages() {
        say(Reason.METHOD_NOT_CACHEABLE, "A response to this method is not stored.");
        say(Reason.INTERIM, "The response was an interim one.");
        say(Reason.NOT_MODIFIED, "The origin answered 304, which has no content to store.");
        say(Reason.PARTIAL_CONTENT, "The response was a part that cannot be used again.");
        say(Reason.STATUS_NOT_UNDERSTOOD, "The response said must-understand, with a status that is not understood.");
        say(Reason.STATUS_EXCLUDED, "Its rule stores responses of other statuses only.");
        say(Reason.RESPONSE_NO_STORE, "The origin said no-store.");
        say(Reason.PRIVATE, "The origin said private: the response is for one user.");
        say(Reason.AUTHORIZATION, "The request had Authorization, and the origin did not say that others may see it.");
        say(Reason.VARY_STAR, "The origin said Vary: *, so no other request can select the response.");
        say(Reason.CONNECTION_NAMES_DECIDING_FIELD, "Connection named a field that decides about storing.");
        say(Reason.SET_COOKIE, "The response set a cookie, and its origin did not say that it is to be shared.");
        say(Reason.NO_FRESHNESS, "The origin stated no freshness lifetime, and no rule does.");
        say(Reason.ALREADY_STALE, "The response was stale when it came, and has no validator.");
        say(Reason.NOT_MODIFIED_WITHOUT_CONDITION, "The origin answered 304 to a request without a condition.");
        say(Reason.NOT_MODIFIED_MATCHES_NOTHING, "The origin's 304 was about none of the stored responses.");
    }

    private static void events() {
        say(Reason.TOO_LARGE, "It has more content than the store takes (larder.store.max-object-size).");
        say(Reason.NOT_ADMITTED, "The store did not admit it: what is there is worth more.");
        say(Reason.TRUNCATED, "The response did not arrive whole.");
        say(Reason.ABORTED, "Nobody waited for the rest of the response.");
        say(Reason.VOIDED, "A write or a purge came while it was being fetched.");
        say(Reason.STORE_FAULT, "The store could not be asked.");
        say(Reason.EVENTUAL, "Other members of the cluster may not know of the write yet.");
        say(Reason.ORIGIN_UNREACHABLE, "The origin cannot be reached.");
        say(Reason.ORIGIN_TIMEOUT, "The origin did not answer in time.");
    }

    private static void say(Reason reason, String sentence) {
        SENTENCES.put(reason, sentence);
    }
}
