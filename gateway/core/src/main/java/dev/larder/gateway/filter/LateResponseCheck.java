package dev.larder.gateway.filter;

import static dev.larder.gateway.filter.origin.LateResponseFields.BY;
import static dev.larder.gateway.filter.origin.LateResponseFields.BY_REMOVED;

import dev.larder.gateway.describe.Described;
import dev.larder.gateway.describe.IrrelevantFields;
import dev.larder.gateway.filter.origin.LateResponseFields;
import dev.larder.gateway.rule.KeySettings;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.CookiePolicy;
import dev.larder.rfc9111.Reason;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.server.ServerWebExchange;

/** Keeps responses out of the store to which filters behind the cache have added what may be of one client. */
public final class LateResponseCheck {

    private static final Logger log = LoggerFactory.getLogger(LateResponseCheck.class);
    private static final ToldOnce TOLD = new ToldOnce();

    private LateResponseCheck() {}

    /** Returns why the response to a request of this exchange must not be stored; empty if it is what its origin has sent. */
    public static Optional<Reason> obstacle(ServerWebExchange exchange, RequestRule rule, CachePolicy policy) {
        Set<String> late = LateResponseFields.of(exchange);
        if (late.isEmpty()) {
            return Optional.empty();
        }
        boolean drops = policy.storage().cookies() == CookiePolicy.STRIP;
        KeySettings key = rule.key();
        Set<String> cookies = exchange.getRequest().getCookies().keySet();
        late.removeIf(name -> IrrelevantFields.areInResponses(name)
                || (drops && name.equals("set-cookie"))
                || rule.handling().fields().stripped().contains(name)
                || key.ignoredFields().contains(name)
                || (name.startsWith(BY) && isKeyedOrIgnored(key, name, cookies)));
        if (late.isEmpty()) {
            return Optional.empty();
        }
        if (late.stream().allMatch(name -> name.startsWith(BY))) {
            return Optional.of(Reason.AUTHORIZATION);
        }
        late.removeIf(name -> name.startsWith(BY));
        tell(Described.route(exchange), late);
        return Optional.of(late.contains("set-cookie") ? Reason.SET_COOKIE : Reason.RESPONSE_CHANGED);
    }

    /** A cookie that is not in the key may be the one that a handler knows a client by. */
    private static boolean isKeyedOrIgnored(KeySettings key, String name, Set<String> cookies) {
        boolean removed = name.startsWith(BY_REMOVED);
        String field = name.substring((removed ? BY_REMOVED : BY).length());
        boolean keyed = key.fields().stream().anyMatch(field::equalsIgnoreCase)
                || (field.equals("cookie")
                        && !cookies.isEmpty()
                        && key.cookies().containsAll(cookies));
        return key.user().isPresent() || key.ignoredFields().contains(field) || (keyed && !removed);
    }

    private static void tell(String route, Set<String> late) {
        TOLD.once(
                route + ' ' + late,
                () -> log.warn(
                        "Route {}: a filter behind the cache sets or removes the response fields {}. Such responses are not stored, as"
                                + " they may be for one client. Give the filter an order before {}, so that it does the same to stored"
                                + " responses, or name fields that are the same for all clients in"
                                + " larder.rules.<name>.key.ignored-headers.",
                        route,
                        late,
                        CacheFilter.ORDER));
    }
}
