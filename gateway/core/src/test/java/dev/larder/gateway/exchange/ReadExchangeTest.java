package dev.larder.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.exchange.ExchangeFixture.Client;
import dev.larder.gateway.store.BodyRecorder;
import dev.larder.rfc9111.HeaderFields;
import io.netty.handler.timeout.ReadTimeoutException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** The decisions of an exchange that do not depend on the order of events. {@link ExchangeHistoryTest} tests those that do. */
class ReadExchangeTest {

    private static final String[] FRESH = {"Cache-Control", "max-age=60", "ETag", "\"1\""};
    private static final String[] SHORT = {"Cache-Control", "max-age=1", "ETag", "\"1\""};
    private static final Duration STALE = Duration.ofSeconds(2);

    private final ExchangeFixture fixture = new ExchangeFixture();

    @Test
    void servesStoredResponseWithoutContactingOrigin() {
        fixture.stored("content", FRESH);
        Client client = fixture.begin("GET");
        assertThat(client.content).hasToString("content");
        assertThat(client.field("Cache-Status")).contains("hit");
        assertThat(fixture.asked).isEmpty();
    }

    @Test
    void sendsNoContentInResponseToHead() {
        fixture.stored("content", FRESH);
        Client client = fixture.begin("HEAD");
        assertThat(client.content).isEmpty();
        assertThat(client.field("Content-Length")).isEqualTo("7");
    }

    @Test
    void answersOnlyIfCachedWithGatewayTimeoutIfNothingIsStored() {
        Client client = fixture.begin("GET", "Cache-Control", "only-if-cached");
        assertThat(client.status()).isEqualTo(504);
        assertThat(fixture.asked).isEmpty();
    }

    @Test
    void answersWithBadGatewayIfOriginSends304ToUnconditionalRequest() {
        Client client = fixture.begin("GET");
        fixture.last().answer(304, "", "ETag", "\"1\"");
        assertThat(client.status()).isEqualTo(502);
        assertThat(fixture.store.entries).isEmpty();
    }

    @Test
    void passesOn304ToConditionOfClient() {
        Client client = fixture.begin("GET", "If-None-Match", "\"1\"");
        fixture.last().answer(304, "", "ETag", "\"1\"");
        assertThat(client.status()).isEqualTo(304);
    }

    @Test
    void asksAgainWithoutConditionsIf304ConfirmsNothingStored() {
        fixture.stored("old", SHORT);
        fixture.pass(STALE);
        Client client = fixture.begin("GET");
        ManualCall first = fixture.last();
        assertThat(first.head.fields().first("If-None-Match")).contains("\"1\"");
        first.answer(304, "", "ETag", "\"2\"");
        assertThat(fixture.last()).isNotSameAs(first);
        assertThat(fixture.last().head.fields().contains("If-None-Match")).isFalse();
        fixture.last().answer(200, "new", FRESH);
        assertThat(client.content).hasToString("new");
    }

    @Test
    void passesOnNo304ToConditionalClientWhoseConditionsWereNotSent() {
        fixture.stored("old", SHORT);
        fixture.pass(STALE);
        Client client = fixture.begin("GET", "If-None-Match", "\"9\"");
        fixture.last().answer(304, "", "ETag", "\"2\"");
        fixture.last().answer(304, "", "ETag", "\"3\"");
        assertThat(client.status()).isNotEqualTo(304);
    }

    @Test
    void servesStaleResponseIfOriginFails() {
        fixture.stored("content", "Cache-Control", "max-age=1, stale-if-error=60", "ETag", "\"1\"");
        fixture.pass(STALE);
        Client client = fixture.begin("GET");
        fixture.last().answer(503, "unavailable");
        assertThat(client.status()).isEqualTo(200);
        assertThat(client.content).hasToString("content");
        assertThat(client.field("Cache-Status")).contains("stale-if-error");
    }

    @Test
    void passesOnServerErrorIfStaleResponseMayNotBeServed() {
        fixture.stored("content", "Cache-Control", "max-age=1, must-revalidate", "ETag", "\"1\"");
        fixture.pass(STALE);
        Client client = fixture.begin("GET");
        fixture.last().answer(503, "unavailable", "Cache-Control", "no-store");
        assertThat(client.status()).isEqualTo(503);
        assertThat(client.content).hasToString("unavailable");
    }

    @Test
    void forwardsServerErrorToJoinedClientThatRefusesStaleResponse() {
        fixture.stored("content", "Cache-Control", "max-age=1, stale-if-error=60", "ETag", "\"1\"");
        fixture.pass(STALE);
        fixture.begin("GET");
        ManualCall first = fixture.last();
        Client joined = fixture.begin("GET", "Cache-Control", "stale-if-error=0");
        fixture.leaveLoop();
        first.answer(503, "unavailable");
        fixture.enterLoop();
        Client second = fixture.begin("GET");
        fixture.runLoop();
        fixture.last().answer(503, "unavailable");
        assertThat(second.content).hasToString("content");
        assertThat(joined.head).isNull();
        fixture.last().answer(503, "unavailable", "Cache-Control", "no-store");
        assertThat(joined.status()).isEqualTo(503);
        assertThat(joined.content).hasToString("unavailable");
    }

    @Test
    void answersWithGatewayTimeoutIfOriginIsLate() {
        Client client = fixture.begin("GET");
        fixture.last().listener.failed(ReadTimeoutException.INSTANCE);
        assertThat(client.status()).isEqualTo(504);
    }

    @Test
    void validatesInBackgroundWhileItServesStaleResponse() {
        fixture.stored("old", "Cache-Control", "max-age=1, stale-while-revalidate=60", "ETag", "\"1\"");
        fixture.pass(STALE);
        assertThat(fixture.begin("GET").content).hasToString("old");
        fixture.last().answer(200, "new", FRESH);
        assertThat(fixture.begin("GET").content).hasToString("new");
    }

    @Test
    void waitsForWholeResponseBeforeAnsweringRange() {
        fixture.stored("old", SHORT);
        fixture.pass(STALE);
        Client client = fixture.begin("GET", "Range", "bytes=2-3");
        assertThat(fixture.last().head.fields().contains("Range")).isFalse();
        fixture.last().head(200, FRESH);
        fixture.last().listener.data(ExchangeFixture.octets("01234"));
        assertThat(client.head).isNull();
        fixture.last().listener.end(HeaderFields.EMPTY);
        assertThat(client.status()).isEqualTo(206);
        assertThat(client.content).hasToString("23");
    }

    @Test
    void keepsLastOctetsBackUntilResponseIsStored() {
        fixture.store.late = true;
        Client client = fixture.begin("GET");
        fixture.last().answer(200, "content", "Cache-Control", "max-age=60", "Content-Length", "7");
        assertThat(client.content).isEmpty();
        fixture.store.complete();
        assertThat(client.content).hasToString("content");
        assertThat(client.ended).isTrue();
    }

    @Test
    void doesNotWaitForSlowStoreForLong() {
        fixture.store.late = true;
        Client client = fixture.begin("GET");
        fixture.last().answer(200, "content", FRESH);
        assertThat(client.ended).isFalse();
        fixture.pass(BodyRecorder.PATIENCE);
        assertThat(client.ended).isTrue();
    }

    @Test
    void doesNotWaitForSlowStoreForLongAfterOriginHasConfirmedResponse() {
        fixture.stored("content", SHORT);
        fixture.pass(STALE);
        fixture.store.late = true;
        Client client = fixture.begin("GET");
        fixture.last().answer(304, "", FRESH);
        assertThat(client.ended).isFalse();
        fixture.pass(BodyRecorder.PATIENCE);
        assertThat(client.content).hasToString("content");
        fixture.store.complete();
        assertThat(fixture.begin("GET").content).hasToString("content");
        assertThat(fixture.asked).hasSize(1);
    }

    @Test
    void passesOnResponseOfUnknownLengthThatBecomesTooLarge() {
        Client client = fixture.begin("GET");
        String half = "x".repeat(ExchangeFixture.LIMIT - 1);
        fixture.last().head(200, FRESH);
        fixture.last().listener.data(ExchangeFixture.octets(half));
        fixture.last().answerRest(half);
        assertThat(client.content).hasToString(half + half);
        assertThat(client.ended).isTrue();
        assertThat(fixture.store.entries).isEmpty();
    }

    @Test
    void cancelsTooLargeResponseForWaitingRequestsWhenItsClientHasLeft() {
        Client leaver = fixture.begin("GET");
        fixture.begin("GET");
        ManualCall first = fixture.last();
        leaver.leave();
        first.head(200, FRESH);
        for (int i = 0; i < 100 && !first.cancelled; i++) {
            first.listener.data(ExchangeFixture.octets("x".repeat(1024)));
        }
        assertThat(first.cancelled).isTrue();
        assertThat(fixture.last()).isNotSameAs(first);
    }

    @Test
    void cancelsResponseThatIsStaleOnArrivalWhenItsClientHasLeft() {
        Client client = fixture.begin("GET");
        fixture.last().head(200, "Cache-Control", "max-age=0", "ETag", "\"1\"");
        client.leave();
        assertThat(fixture.last().cancelled).isTrue();
    }

    @Test
    void requestCanJoinWhileResponseOfDepartedClientIsStored() {
        fixture.store.late = true;
        Client leaver = fixture.begin("GET");
        fixture.last().answer(200, "content", FRESH);
        leaver.leave();
        Client joined = fixture.begin("GET");
        fixture.store.complete();
        assertThat(joined.content).hasToString("content");
        assertThat(fixture.asked).hasSize(1);
    }

    @Test
    void retriesFailedJoinedFetchEvenIfItsInitiatorHasLeft() {
        fixture.leaveLoop();
        Client leaver = fixture.begin("GET");
        fixture.begin("GET");
        Client joined = fixture.begin("GET");
        leaver.leave();
        fixture.runLoop();
        fixture.last().listener.failed(new IOException("broken"));
        assertThat(joined.head).isNull();
        assertThat(fixture.asked).hasSize(2);
        fixture.last().answer(200, "content", FRESH);
        assertThat(joined.content).hasToString("content");
    }

    @Test
    void cancelsFetchOfDepartedClientOnlyAfterJoinedClientsLeave() {
        fixture.begin("GET").leave();
        Client joined = fixture.begin("GET");
        fixture.pass(FetchAttempt.Participants.LINGER);
        assertThat(fixture.last().cancelled).isFalse();
        joined.leave();
        fixture.pass(FetchAttempt.Participants.LINGER);
        assertThat(fixture.last().cancelled).isTrue();
        assertThat(fixture.asked).hasSize(1);
    }

    @Test
    void cancelsBegunResponseOfDepartedClientIfNoRequestHasJoined() {
        fixture.begin("GET").leave();
        fixture.last().head(200, FRESH);
        fixture.pass(FetchAttempt.Participants.LINGER);
        assertThat(fixture.last().cancelled).isTrue();
    }

    @Test
    void joinedClientSendsOwnRequestWhenFetchTakesTooLong() {
        fixture.begin("GET");
        Client joined = fixture.begin("GET");
        assertThat(fixture.asked).hasSize(1);
        fixture.pass(Duration.ofSeconds(10));
        assertThat(fixture.asked).hasSize(2);
        fixture.last().answer(200, "content", FRESH);
        assertThat(joined.content).hasToString("content");
    }

    @Test
    void breaksOffTruncatedResponseAndStoresNothing() {
        Client client = fixture.begin("GET");
        fixture.last().head(200, FRESH);
        fixture.last().listener.data(ExchangeFixture.octets("cont"));
        fixture.last().listener.failed(new IOException("broken"));
        assertThat(client.content).hasToString("cont");
        assertThat(client.brokenOff).isTrue();
        assertThat(fixture.store.entries).isEmpty();
    }

    @Test
    void flushesBeforePausingOrigin() {
        Client client = fixture.begin("GET", "Cache-Control", "no-store");
        fixture.last().head(200);
        client.writable = false;
        fixture.last().listener.data(ExchangeFixture.octets("content"));
        assertThat(fixture.last().paused).isTrue();
        assertThat(client.unflushed).isZero();
    }

    @Test
    void flushesPendingContentWhenClientBecomesWritable() {
        Client client = fixture.begin("GET", "Cache-Control", "no-store");
        fixture.last().head(200);
        fixture.last().listener.data(ExchangeFixture.octets("content"));
        Objects.requireNonNull(client.exchange).clientWritable();
        assertThat(client.unflushed).isZero();
    }

    @Test
    void waitingClientFetchesIfInitiatorLeavesDuringRemoteFetch() {
        fixture.claims = (key, credentials) -> Mono.never();
        Client leaver = fixture.begin("GET");
        fixture.begin("GET");
        assertThat(fixture.asked).isEmpty();
        fixture.claims = FetchClaims.ALONE;
        leaver.leave();
        assertThat(fixture.asked).hasSize(1);
    }

    @Test
    void looksUpAgainIfAnotherGatewayHasMadeTheRequest() {
        var claims = new ArrayList<FetchClaims.Claim>();
        fixture.claims = (key, credentials) -> {
            claims.add(claims.isEmpty() ? new FetchClaims.Claim.Made(true) : new FetchClaims.Claim.Mine(shared -> {}));
            return Mono.just(claims.get(claims.size() - 1));
        };
        fixture.begin("GET");
        assertThat(claims).hasSize(2);
        assertThat(fixture.asked).hasSize(1);
    }

    @Test
    void fetchesItselfIfResponseOfOtherGatewayIsNotShareable() {
        fixture.claims = (key, credentials) -> Mono.just(new FetchClaims.Claim.Made(false));
        fixture.begin("GET");
        assertThat(fixture.asked).hasSize(1);
    }

    @Test
    void fetchesItselfIfClaimWithOtherGatewaysFails() {
        fixture.claims = (key, credentials) -> Mono.error(new IllegalStateException("fault"));
        fixture.begin("GET");
        assertThat(fixture.asked).hasSize(1);
    }

    @Test
    void limitsPausesOnlyOfResponsesThatAreStored() {
        fixture.begin("GET");
        fixture.last().head(200, "Cache-Control", "no-store");
        assertThat(fixture.last().listener.hasIdleTimeout()).isFalse();
        fixture.begin("GET", "X-Other", "1");
        fixture.last().head(200, FRESH);
        assertThat(fixture.last().listener.hasIdleTimeout()).isTrue();
    }

    @Test
    void answers500AndReleasesFetchIfRequestCannotBeSent() {
        fixture.fault = new IllegalStateException("fault");
        Client client = fixture.begin("GET");
        assertThat(client.status()).isEqualTo(500);
        fixture.fault = null;
        fixture.begin("GET");
        assertThat(fixture.asked).hasSize(1);
    }

    @Test
    void breaksOffResponseAndReleasesFetchAfterInternalFault() {
        Client client = fixture.begin("GET");
        Objects.requireNonNull(client.exchange).fault(new IllegalStateException("fault"));
        assertThat(client.brokenOff).isTrue();
        fixture.begin("GET");
        fixture.last().answer(200, "content", FRESH);
        assertThat(fixture.store.entries).hasSize(1);
    }
}
