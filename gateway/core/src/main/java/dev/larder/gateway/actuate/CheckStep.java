package dev.larder.gateway.actuate;

import static dev.larder.rfc9111.Reason.*;

import dev.larder.rfc9111.Reason;
import java.util.List;
import java.util.Set;

/**
 * One question of the engine, in its order.
 *
 * @param question the question as operators read it
 * @param section section of the specification; empty if the question is Larder's own
 * @param stops the reasons that end the sequence here
 */
record CheckStep(String question, String section, Set<Reason> stops) {

    /** The first question if any rule is in dry-run mode. */
    static final String IN_USE = "Is its rule in use?";

    /** Questions that decide whether a request is answered from the store. */
    static final List<CheckStep> REUSE = List.of(
            new CheckStep("Is the method one that is answered from the store?", "RFC 9111 3", Set.of(METHOD)),
            new CheckStep(
                    "Is the request without content and upgrade?",
                    "RFC 9110 9.3.1",
                    Set.of(REQUEST_BODY, UPGRADE, REQUEST_CONTENT_TOO_LARGE, INCREMENTAL)),
            new CheckStep("Does its rule let it be looked up?", "", Set.of(BYPASS, NO_PRINCIPAL)),
            new CheckStep("Is anything stored under its key?", "RFC 9111 2", Set.of(URI_MISS, STORE_FAULT)),
            new CheckStep("Do the selecting fields match?", "RFC 9111 4.1", Set.of(VARY_MISS)),
            new CheckStep("Is what is stored complete?", "RFC 9111 3.3", Set.of(STORED_PART)),
            new CheckStep("May the cache evaluate its conditions?", "RFC 9111 4.3.2", Set.of(REQUEST_CONDITION)),
            new CheckStep(
                    "Is it valid after every write?",
                    "RFC 9111 4.4",
                    Set.of(INVALIDATED, FENCED, LEASE_LAPSED, WRITE_PENDING)),
            new CheckStep(
                    "Does the request accept it?",
                    "RFC 9111 5.2.1",
                    Set.of(REQUEST_NO_CACHE, REQUEST_MAX_AGE, REQUEST_MIN_FRESH, ONLY_IF_CACHED)),
            new CheckStep("May it be used without asking?", "RFC 9111 5.2.2.4", Set.of(RESPONSE_NO_CACHE)),
            new CheckStep("Does its rule let it be used without asking?", "", Set.of(ALWAYS_VALIDATED)),
            new CheckStep("Is it fresh, or may it be served stale?", "RFC 9111 4.2", Set.of(STALE)));

    /** Questions that decide whether a response is stored. */
    static final List<CheckStep> STORE = List.of(
            new CheckStep(
                    "Did the origin answer?",
                    "RFC 9111 4.2.4",
                    Set.of(ORIGIN_UNREACHABLE, ORIGIN_TIMEOUT, ORIGIN_MALFORMED)),
            new CheckStep("Are responses to the method cacheable?", "RFC 9110 9.2.3", Set.of(METHOD_NOT_CACHEABLE)),
            new CheckStep(
                    "Is the status one that can be stored?",
                    "RFC 9111 3",
                    Set.of(
                            INTERIM,
                            NOT_MODIFIED,
                            PARTIAL_CONTENT,
                            STATUS_EXCLUDED,
                            RANGE_REQUEST,
                            CONDITIONAL_REQUEST)),
            new CheckStep("Is the status understood?", "RFC 9111 5.2.2.3", Set.of(STATUS_NOT_UNDERSTOOD)),
            new CheckStep("Does the response allow storing?", "RFC 9111 5.2.2.5", Set.of(RESPONSE_NO_STORE)),
            new CheckStep("Is it for more than one user?", "RFC 9111 5.2.2.7", Set.of(PRIVATE)),
            new CheckStep("May others see what an authorized request got?", "RFC 9111 3.5", Set.of(AUTHORIZATION)),
            new CheckStep("Could another request select it?", "RFC 9111 4.1", Set.of(VARY_STAR)),
            new CheckStep(
                    "Are the fields that decide end-to-end?",
                    "RFC 9110 7.6.1",
                    Set.of(CONNECTION_NAMES_DECIDING_FIELD)),
            new CheckStep("Was the request forwarded as its key says?", "RFC 9111 2", Set.of(REQUEST_CHANGED)),
            new CheckStep("Is it as its origin has sent it?", "RFC 9111 3", Set.of(RESPONSE_CHANGED)),
            new CheckStep("Does the request allow storing?", "RFC 9111 5.2.1.5", Set.of(REQUEST_NO_STORE)),
            new CheckStep("Are its cookies to be shared?", "RFC 9111 7.3", Set.of(SET_COOKIE)),
            new CheckStep(
                    "Could it answer a later request?",
                    "RFC 9111 4.2",
                    Set.of(NO_FRESHNESS, ALREADY_STALE, RESPONSE_NO_CACHE)),
            new CheckStep("Did it arrive whole?", "RFC 9111 3.3", Set.of(TRUNCATED, ABORTED)),
            new CheckStep("Did no write come meanwhile?", "RFC 9111 4.4", Set.of(VOIDED)),
            new CheckStep("Is it known what invalidates it?", "", Set.of(CONTENT_UNREADABLE)),
            new CheckStep("Did the store take it?", "", Set.of(TOO_LARGE, NOT_ADMITTED, NO_MEMORY, STORE_FAULT)));
}
