package dev.larder.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.http.client.OriginCall;
import dev.larder.rfc9111.HeaderFields;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import reactor.core.publisher.Mono;

/** A load balancer chooses once for each request, on whatever thread, and is told what becomes of it. */
class LoadBalancedInstancesTest extends LoadBalancedInstancesFixture {

    @Test
    void sendsRequestAtOnceIfInstanceIsChosenSynchronously() {
        ask();
        assertThat(events).containsExactly("start", "ask GET http://one.test:81/a [If-None-Match: \"1\"] 0");
        assertThat(loop.actions).isEmpty();
        assertThat(loop.timers).isEmpty();
    }

    @Test
    void sendsRequestOnEventLoopIfInstanceIsChosenOnAnotherThread() {
        askLater();
        chooseElsewhere();
        assertThat(events).containsExactly("start");
        loop.run();
        assertThat(events).element(1).asString().startsWith("ask POST http://one.test:81/a");
        assertThat(loop.timers).isEmpty();
    }

    @Test
    void keepsContentUntilAnInstanceIsChosen() {
        OriginCall call = askLater();
        assertThat(call.isWritable()).isFalse();
        call.send(octets("ne"));
        call.send(octets("w"));
        call.sendLast(HeaderFields.EMPTY);
        chooseElsewhere();
        loop.run();
        assertThat(events.subList(2, events.size())).containsExactly("send ne", "send w", "last", "writable");
        assertThat(call.isWritable()).isTrue();
    }

    @Test
    void doesNotSignalWritableUntilInstanceIsWritable() {
        originWritable = false;
        askLater();
        chooseElsewhere();
        loop.run();
        assertThat(events).doesNotContain("writable");
    }

    @Test
    void appliesPauseRequestedBeforeInstanceWasChosen() {
        OriginCall call = askLater();
        call.pause();
        chooseElsewhere();
        loop.run();
        assertThat(events).endsWith("pause", "writable");
        call.resume();
        assertThat(events).endsWith("resume");
    }

    @Test
    void forwardsFieldsThatLoadBalancerFilterAdds() {
        addedCookie = "instance=one";
        ask();
        assertThat(events)
                .containsExactly(
                        "start", "ask GET http://one.test:81/a [If-None-Match: \"1\", Cookie: instance=one] 0");
    }

    @Test
    void notifiesLoadBalancerOfHeadBeforeListener() {
        ask();
        events.clear();
        instance().head(HEAD, true);
        instance().end(HeaderFields.EMPTY);
        assertThat(events).containsExactly("success 200 [Content-Length:\"0\", Seen:\"yes\"]", "head 200", "end");
    }

    @Test
    void notifiesLoadBalancerOfFailureBeforeListener() {
        ask();
        events.clear();
        instance().failed(new IOException("gone"));
        assertThat(events).containsExactly("failed gone", "cancel", "no response: gone");
    }

    @Test
    void doesNotNotifyLoadBalancerOfFailureAfterHead() {
        ask();
        instance().head(HEAD, false);
        events.clear();
        instance().failed(new IOException("gone"));
        assertThat(events).containsExactly("cancel", "no response: gone");
    }

    @Test
    void aFaultOfTheLoadBalancerFailsTheRequest() {
        complaint = new IllegalStateException("complaint");
        ask();
        events.clear();
        instance().head(HEAD, false);
        assertThat(events).containsExactly("cancel", "no response: complaint");
    }

    @Test
    void failsRequestAfterBeginIfChoiceFailsSynchronously() {
        choice = Mono.error(new IllegalStateException("none"));
        ask();
        assertThat(events).containsExactly("start", "failed none");
        loop.run();
        assertThat(events).endsWith("no response: none");
        assertThat(loop.timers).isEmpty();
    }

    @Test
    void failsWith503IfNoInstanceIsChosen() {
        choice = Mono.empty();
        ask();
        loop.run();
        assertThat(events).last().asString().startsWith("no response: 503");
    }

    @Test
    void failsRequestOnEventLoopIfChoiceFailsOnAnotherThread() {
        OriginCall call = askLater();
        call.send(octets("new"));
        elsewhere(() -> later.tryEmitError(new IllegalStateException("none")));
        assertThat(events).doesNotContain("no response: none");
        loop.run();
        assertThat(events).endsWith("no response: none");
        assertReleased();
    }

    @Test
    void failsWith503IfInstanceDoesNotSpeakHttp() {
        choice = Mono.just(URI.create("wss://one.test:81/a"));
        ask();
        loop.run();
        assertThat(events).noneMatch(event -> event.startsWith("ask"));
        assertThat(events.get(events.size() - 1)).startsWith("no response: 503");
    }

    @Test
    void failsIfRequestCannotBeSentToInstance() {
        originRefuses = true;
        ask();
        loop.run();
        assertThat(events).endsWith("failed refused", "no response: refused");
    }

    @Test
    void cancelsChoiceOfInstanceWithRequest() {
        OriginCall call = askLater();
        call.send(octets("new"));
        call.cancel();
        chooseElsewhere();
        loop.run();
        assertThat(events).containsExactly("start", "choice cancelled");
        assertThat(loop.timers).isEmpty();
        assertReleased();
        call.send(octets("more"));
        assertReleased();
    }

    @Test
    void sendsNothingIfCancelledJustAfterChoice() {
        OriginCall call = askLater();
        chooseElsewhere();
        call.cancel();
        loop.run();
        assertThat(events).containsExactly("start");
    }

    @Test
    void cancelsRequestToInstanceOnlyOnce() {
        OriginCall call = ask();
        events.clear();
        call.cancel();
        call.cancel();
        assertThat(events).containsExactly("cancel");
    }

    @Test
    void choiceOfInstanceIsLimitedByResponseTimeout() {
        OriginCall call = askLater();
        call.send(octets("new"));
        assertThat(loop.delay).isEqualTo(Duration.ofSeconds(2));
        List.copyOf(loop.timers).forEach(Runnable::run);
        assertThat(events).containsExactly("start", "choice cancelled", "no response: null");
        assertReleased();
        chooseElsewhere();
        loop.run();
        assertThat(events).hasSize(3);
    }

    @Test
    void choosesInstanceSeparatelyForEachRequest() {
        ask();
        ask();
        assertThat(events).filteredOn("start"::equals).hasSize(2);
        assertThat(routed.getAttributes())
                .containsEntry(ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR, URI.create("lb://service/a"))
                .hasSize(1);
        assertThat(routed.getResponse().getStatusCode()).isNull();
    }
}
