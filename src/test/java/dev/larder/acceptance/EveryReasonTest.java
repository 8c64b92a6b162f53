package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.FreePorts;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.Storability;
import dev.larder.rfc9111.StoreVerdict;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * There is no reason that does not occur: each is provoked, through the executable where it can be, and is what Cache-Status
 * and the meters say. For a new one, the compiler asks for a place and for the traffic that provokes it.
 */
@Tag("thorough")
class EveryReasonTest {

    /** Those that {@code fwd}, or {@code hit}, says already; the tag of the meter tells them apart. */
    private static final Set<Reason> WITHOUT_DETAIL = EnumSet.of(
            Reason.HIT,
            Reason.METHOD,
            Reason.REQUEST_BODY,
            Reason.UPGRADE,
            Reason.BYPASS,
            Reason.NO_PRINCIPAL,
            Reason.REQUEST_CONTENT_TOO_LARGE,
            Reason.INCREMENTAL,
            Reason.REQUEST_NO_CACHE,
            Reason.REQUEST_MAX_AGE,
            Reason.REQUEST_MIN_FRESH,
            Reason.REQUEST_CONDITION,
            Reason.URI_MISS,
            Reason.VARY_MISS,
            Reason.STALE,
            Reason.STORED_PART,
            Reason.ONLY_IF_CACHED);

    /** Those of which nobody knows when the head is sent: only the meter has them. */
    private static final Set<Reason> AFTER_THE_HEAD =
            EnumSet.of(Reason.NOT_ADMITTED, Reason.TRUNCATED, Reason.ABORTED, Reason.VOIDED, Reason.STORE_FAULT);

    @TempDir
    private static Path folder;

    private static ScriptedOrigin origin;
    private static ReasonGateway executable;

    @BeforeAll
    static void start() throws IOException {
        origin = ScriptedOrigin.start();
        GatewayFixture.Builder builder =
                GatewayFixture.executable().jvmFlag("-Xmx256m").origin(origin);
        executable = ReasonGateway.start(ReasonGateway.ruled(builder, folder.resolve("writes")));
    }

    @AfterAll
    static void stop() {
        executable.close();
        origin.close();
    }

    @ParameterizedTest
    @EnumSource
    void everyReasonOccursAndIsReported(Reason reason) throws IOException {
        switch (place(reason)) {
            case EXECUTABLE -> check(executable, reason);
            case SMALL_STORE -> small(reason);
            case EVENTUAL_MEMBER -> eventual(reason);
            case LONELY_MEMBER -> lonely(reason);
            case APPLICATION -> inJvm(reason);
            case ENGINE -> judged(reason);
        }
    }

    private enum Place {
        EXECUTABLE,
        SMALL_STORE,
        EVENTUAL_MEMBER,
        LONELY_MEMBER,
        APPLICATION,
        ENGINE
    }

    /** Where a reason can be provoked. Without a default, so that a new reason does not compile until it has a place. */
    private static Place place(Reason reason) {
        return switch (reason) {
            case HIT, HIT_MAX_STALE, HIT_STALE_WHILE_REVALIDATE, HIT_STALE_IF_ERROR, HIT_STALE_DISCONNECTED ->
                Place.EXECUTABLE;
            case METHOD, REQUEST_BODY, UPGRADE, BYPASS, NO_PRINCIPAL, REQUEST_CONTENT_TOO_LARGE, INCREMENTAL ->
                Place.EXECUTABLE;
            case REQUEST_NO_CACHE, REQUEST_MAX_AGE, REQUEST_MIN_FRESH, REQUEST_CONDITION -> Place.EXECUTABLE;
            case URI_MISS, VARY_MISS, STALE, RESPONSE_NO_CACHE, INVALIDATED, ALWAYS_VALIDATED -> Place.EXECUTABLE;
            case FENCED, WRITE_PENDING, STORED_PART, ONLY_IF_CACHED, REQUEST_NO_STORE, RANGE_REQUEST ->
                Place.EXECUTABLE;
            case CONDITIONAL_REQUEST, METHOD_NOT_CACHEABLE, NOT_MODIFIED, PARTIAL_CONTENT -> Place.EXECUTABLE;
            case STATUS_NOT_UNDERSTOOD, STATUS_EXCLUDED, RESPONSE_NO_STORE, PRIVATE, AUTHORIZATION -> Place.EXECUTABLE;
            case VARY_STAR, CONNECTION_NAMES_DECIDING_FIELD, SET_COOKIE, NO_FRESHNESS, ALREADY_STALE ->
                Place.EXECUTABLE;
            case TOO_LARGE, CONTENT_UNREADABLE, TRUNCATED, ABORTED, VOIDED -> Place.EXECUTABLE;
            case NOT_MODIFIED_WITHOUT_CONDITION, NOT_MODIFIED_MATCHES_NOTHING -> Place.EXECUTABLE;
            case ORIGIN_UNREACHABLE, ORIGIN_TIMEOUT, ORIGIN_MALFORMED -> Place.EXECUTABLE;
            // A policy that refuses, in a store that is full.
            case NOT_ADMITTED -> Place.SMALL_STORE;
            // A member of a cluster that waits for no other.
            case EVENTUAL -> Place.EVENTUAL_MEMBER;
            // A fault: the other member of the cluster stands still.
            case LEASE_LAPSED -> Place.LONELY_MEMBER;
            // A bean: a filter behind the cache, a store that fails, an account without memory.
            case REQUEST_CHANGED, RESPONSE_CHANGED, STORE_FAULT, NO_MEMORY -> Place.APPLICATION;
            // Interim responses are passed on unjudged, and a 101 that nobody asked for is answered 502: it guards
            // those who use
            // the engine alone.
            case INTERIM -> Place.ENGINE;
        };
    }

    private static void check(ReasonGateway gateway, Reason reason) {
        double before = gateway.counted(reason);
        try (ProvokedReasons traffic = new ProvokedReasons(gateway, origin)) {
            ReceivedResponse response = traffic.provoke(reason);
            String said = response.cacheStatus();
            if (WITHOUT_DETAIL.contains(reason)) {
                assertThat(said).as("%s", response).contains(reason == Reason.HIT ? "; hit" : "; fwd=" + reason.fwd());
            } else if (!AFTER_THE_HEAD.contains(reason)) {
                assertThat(said).as("%s", response).contains("; detail=" + reason.token());
                return;
            }
            gateway.awaitMore(reason, before);
        }
    }

    private static void judged(Reason reason) {
        RequestHead request = new RequestHead("GET", URI.create("http://h/"), HeaderFields.EMPTY);
        ResponseHead response = new ResponseHead(101, HeaderFields.EMPTY);
        ReceptionTimes now = new ReceptionTimes(Instant.EPOCH, Instant.EPOCH, Instant.EPOCH);
        assertThat(Storability.judge(request, response, CachePolicy.DEFAULT, now))
                .isEqualTo(new StoreVerdict.DoNotStore(reason));
    }

    private static void small(Reason reason) throws IOException {
        try (ReasonGateway gateway = ReasonGateway.start(GatewayFixture.inJvm()
                .origin(origin)
                .property("larder.store.type", "tinylfu")
                .property("larder.store.max-size", "4MB"))) {
            check(gateway, reason);
        }
    }

    private static void eventual(Reason reason) throws IOException {
        int here = FreePorts.free();
        int there = FreePorts.free();
        try (ReasonGateway gateway = ReasonGateway.start(
                member(GatewayFixture.inJvm(), here, there).property("larder.cluster.consistency", "eventual"))) {
            check(gateway, reason);
        }
    }

    private static void lonely(Reason reason) throws IOException {
        int here = FreePorts.free();
        int there = FreePorts.free();
        try (ReasonGateway gateway = ReasonGateway.start(member(GatewayFixture.inJvm(), here, there));
                ReasonGateway other = ReasonGateway.start(member(GatewayFixture.process(), there, here))) {
            other.standStill();
            check(gateway, reason);
            other.goOn();
        }
    }

    private static void inJvm(Reason reason) throws IOException {
        try (ReasonGateway gateway = ReasonGateway.start(
                ProvokedReasons.behind(GatewayFixture.inJvm().origin(origin), reason))) {
            check(gateway, reason);
        }
    }

    private static GatewayFixture.Builder member(GatewayFixture.Builder builder, int here, int there) {
        return builder.origin(origin)
                .property("larder.cluster.enabled", true)
                .property("larder.cluster.name", "reasons-" + Math.min(here, there))
                .property("larder.cluster.address", "127.0.0.1:" + here)
                .property("larder.cluster.members", "127.0.0.1:" + here + ",127.0.0.1:" + there);
    }
}
