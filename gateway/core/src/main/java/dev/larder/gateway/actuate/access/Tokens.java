package dev.larder.gateway.actuate.access;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The tokens that have been given out, or that nobody needs one. */
public final class Tokens {

    private final boolean demanded;
    private final List<Token> tokens;

    private Tokens(boolean demanded, List<Token> tokens) {
        this.demanded = demanded;
        this.tokens = tokens;
    }

    /** Whoever reaches the port may do what can be done there. */
    public static Tokens notDemanded() {
        return new Tokens(false, List.of());
    }

    static Tokens demanded(List<Token> tokens) {
        return new Tokens(true, List.copyOf(tokens));
    }

    /** Whether nobody gets in without one. */
    public boolean areDemanded() {
        return demanded;
    }

    /**
     * Whether somebody may do that. All tokens are compared, whichever he shows.
     *
     * @param shown the token that he shows
     * @param now by the wall clock
     */
    Access check(Optional<String> shown, Scope wanted, Instant now) {
        if (!demanded) {
            return new Access.Granted("");
        }
        if (shown.isEmpty()) {
            return new Access.Denied(Denial.NO_TOKEN);
        }
        byte[] digest = Token.digest(shown.get());
        List<Token> known =
                tokens.stream().filter(token -> token.hasDigest(digest)).toList();
        if (known.isEmpty()) {
            return new Access.Denied(Denial.UNKNOWN_TOKEN);
        }
        Token token = known.get(0);
        if (token.isOver(now)) {
            return new Access.Denied(Denial.EXPIRED_TOKEN);
        }
        return token.isGoodFor(wanted) ? new Access.Granted(token.name()) : new Access.Denied(Denial.OTHER_SCOPE);
    }
}
