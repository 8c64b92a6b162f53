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
        say(Reason.HIT, "The stored response is fresh and is served.");
        say(Reason.HIT_MAX_STALE, "The stored response is stale, which the request accepts (max-stale).");
        say(
                Reason.HIT_STALE_WHILE_REVALIDATE,
                "The stored response is stale within stale-while-revalidate: it is served, and validated.");
        say(Reason.HIT_STALE_IF_ERROR, "The stored response is stale, and the origin failed (stale-if-error).");
        say(Reason.HIT_STALE_DISCONNECTED, "The stored response is stale, and the origin cannot be reached.");
    }

    private static void requests() {
        say(Reason.METHOD, "The rule does not serve its method from the store.");
        say(
                Reason.REQUEST_BODY,
                "The request has content that is not part of the key, or is itself a part (Content-Range).");
        say(Reason.UPGRADE, "The request asks for another protocol.");
        say(Reason.BYPASS, "The request bypasses the store, as its rule permits.");
        say(Reason.NO_PRINCIPAL, "Its rule stores responses for each user, and the request has no user.");
        say(Reason.REQUEST_CONTENT_TOO_LARGE, "Its content is part of the key, and larger than the rule allows.");
        say(Reason.INCREMENTAL, "Its content is part of the key, and must be forwarded as it arrives (Incremental).");
        say(Reason.REQUEST_NO_CACHE, "The request says no-cache.");
        say(Reason.REQUEST_MAX_AGE, "The stored response is older than the request accepts (max-age).");
        say(
                Reason.REQUEST_MIN_FRESH,
                "The stored response does not stay fresh for as long as the request demands (min-fresh).");
        say(Reason.REQUEST_CONDITION, "The request has a condition that only the origin may evaluate.");
        say(Reason.ONLY_IF_CACHED, "The request says only-if-cached, but a request to the origin is needed.");
        say(Reason.REQUEST_NO_STORE, "The request said no-store.");
        say(Reason.RANGE_REQUEST, "The request was for a range that does not exist.");
        say(Reason.CONDITIONAL_REQUEST, "The origin answered a condition of the request.");
    }

    private static void stored() {
        say(Reason.URI_MISS, "Nothing is stored under this key.");
        say(Reason.VARY_MISS, "Only variants for other request fields are stored (Vary).");
        say(Reason.STALE, "The stored response is stale and must be validated.");
        say(Reason.RESPONSE_NO_CACHE, "The origin says no-cache: each use must be validated.");
        say(Reason.INVALIDATED, "A write or a purge has invalidated the stored response.");
        say(Reason.ALWAYS_VALIDATED, "Its rule says revalidate: always.");
        say(Reason.FENCED, "A write in progress may invalidate the stored response.");
        say(Reason.LEASE_LAPSED, "This member may have missed writes of other members of the cluster.");
        say(
                Reason.WRITE_PENDING,
                "An acknowledged write that may invalidate the stored response is not delivered yet.");
        say(Reason.STORED_PART, "Only a part is stored, for the same Range.");
    }

    private static void messages() {
        say(Reason.METHOD_NOT_CACHEABLE, "A response to this method is not stored.");
        say(Reason.INTERIM, "The response was an interim one.");
        say(Reason.NOT_MODIFIED, "The origin answered 304, which has no content to store.");
        say(Reason.PARTIAL_CONTENT, "The response was a part that cannot be used again.");
        say(Reason.STATUS_NOT_UNDERSTOOD, "The response said must-understand, with a status that is not understood.");
        say(
                Reason.STATUS_EXCLUDED,
                "The status is 428, 429, 431 or 511 (RFC 6585), or the rule stores responses of other statuses only.");
        say(Reason.RESPONSE_NO_STORE, "The origin said no-store.");
        say(Reason.PRIVATE, "The origin said private: the response is for one user.");
        say(
                Reason.AUTHORIZATION,
                "The request had Authorization, or Cookie for a handler of the application, and the response says not that it may be shared.");
        say(
                Reason.VARY_STAR,
                "The origin said Vary: *, or named a field that the gateway itself adds to, so no other request can select the response.");
        say(Reason.CONNECTION_NAMES_DECIDING_FIELD, "Connection named a field that decides about storing.");
        say(
                Reason.REQUEST_CHANGED,
                "A filter behind the cache changed the request, so that it is not what its key says.");
        say(
                Reason.RESPONSE_CHANGED,
                "A filter behind the cache added to the response what may be for this client only.");
        say(Reason.SET_COOKIE, "The response has Set-Cookie, and the origin does not permit sharing it.");
        say(Reason.NO_FRESHNESS, "Neither the origin nor the rule states a freshness lifetime.");
        say(Reason.ALREADY_STALE, "The response was stale on arrival and has no validator.");
        say(Reason.NOT_MODIFIED_WITHOUT_CONDITION, "The origin answered 304 to a request without a condition.");
        say(Reason.NOT_MODIFIED_MATCHES_NOTHING, "The origin's 304 was about none of the stored responses.");
    }

    private static void events() {
        say(Reason.TOO_LARGE, "Its content is larger than larder.store.max-object-size.");
        say(Reason.NOT_ADMITTED, "The eviction policy did not admit it.");
        say(Reason.NO_MEMORY, "No memory was left to record it: its client's share, or that of all, was taken.");
        say(
                Reason.CONTENT_UNREADABLE,
                "The pools that its content names (content-pools) could not be read, so no write could invalidate it.");
        say(Reason.TRUNCATED, "The response arrived incomplete.");
        say(Reason.ABORTED, "All clients left before the response was complete.");
        say(Reason.VOIDED, "A write or a purge during the fetch invalidated the response.");
        say(Reason.STORE_FAULT, "The store failed.");
        say(Reason.EVENTUAL, "Other members of the cluster may not know of the write yet.");
        say(Reason.ORIGIN_UNREACHABLE, "The origin cannot be reached.");
        say(Reason.ORIGIN_TIMEOUT, "The origin did not answer in time.");
        say(Reason.ORIGIN_MALFORMED, "The origin's response cannot be read, or its head is too large.");
    }

    private static void say(Reason reason, String sentence) {
        SENTENCES.put(reason, sentence);
    }
}
