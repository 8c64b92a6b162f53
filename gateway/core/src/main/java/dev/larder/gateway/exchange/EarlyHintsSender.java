package dev.larder.gateway.exchange;

import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.rfc9111.EarlyHints;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends links of a stored response while the origin is asked about it, under a rule that says so (RFC 8297). */
final class EarlyHintsSender {

    private static final Logger log = LoggerFactory.getLogger(EarlyHintsSender.class);

    private EarlyHintsSender() {}

    /**
     * Called when the origin has been asked.
     *
     * @param selection the stored response; empty if there is none
     */
    static void send(ExchangeContext context, Optional<SelectedResponse> selection, FetchInitiator client) {
        ExchangeRequest request = context.request();
        if (selection.isEmpty() || !request.rule().handling().earlyHints()) {
            return;
        }
        SelectedResponse selected = selection.get();
        EarlyHints.Verdict verdict = EarlyHints.judge(
                request.head(), selected.response(), !context.store().isUsable(selected.stamp()), request.policy());
        if (verdict instanceof EarlyHints.Verdict.Send send) {
            client.hint(send.head());
        } else {
            log.debug("A client gets no early hints: {}", verdict);
        }
    }
}
