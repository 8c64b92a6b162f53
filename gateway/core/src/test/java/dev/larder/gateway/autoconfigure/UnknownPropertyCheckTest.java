package dev.larder.gateway.autoconfigure;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.env.MockEnvironment;

/** Whatever Spring Boot binds to a property of Larder is a name of it. Each that is none: {@link WrongConfigurationTest}. */
class UnknownPropertyCheckTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "larder.origin",
                "larder.rules",
                "larder.store.max-size",
                "larder.store.maxSize",
                "larder.store.max_size",
                "larder.STORE.MAX-SIZE",
                "larder.stores.big.max-size",
                "larder.stores.big.maxSize",
                "larder.stores[big.fast].type",
                "larder.rules.a.ttl",
                "larder.rules.7.ttl",
                "larder.rules[a.b].paths",
                "larder.rules[a.b].paths[0]",
                "larder.rules.a.paths[0]",
                "larder.rules.a.paths[12]",
                "larder.rules.a.methods[1]",
                "larder.rules.a.key.query.keep[0]",
                "larder.rules.a.staleWhileRevalidate",
                "larder.rules.a.stale_while_revalidate",
                "larder.rules.a.key.query.sort",
                "larder.rules.a.status-ttl.404",
                "larder.rules.a.status-ttl[404]",
                "larder.rules.a.statusTtl.404",
                "larder.rules.status-ttl.ttl",
                "larder.invalidation.couplings.users",
                "larder.invalidation.couplings.users[0]",
                "larder.invalidation.couplings[a.b][1]",
                "larder.invalidation.tagFields[0]",
                "larder.invalidation.on-server-error",
                "larders.origin",
                "spring.larder.origin",
            })
    void acceptsPropertyNamesThatSpringBootBinds(String name) {
        var environment = new MockEnvironment().withProperty(name, "1");
        assertThatCode(() -> UnknownPropertyCheck.check(environment)).doesNotThrowAnyException();
    }

    /** Whoever does as the message says is not told the same again. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "larder.rules.a.status-ttl.abc",
                "larder.rules.a.status-ttl.4xx",
                "larder.rules.a.status.404",
                "larder.rules.a.type-ttls.html",
                "larder.rules.a.typ-ttl[image/png]",
                "larder.rules.a.statuses.200",
                "larder.rules.a.path",
                "larder.rules[a.b].status-ttl.x",
                "larder.rules.a",
                "larder.stores.big",
                "larder.stores.big.size",
                "larder.limits.connections",
                "larder.invalidation.prefix",
                "larder.colapse",
            })
    void suggestedPropertyNamesAreKnown(String name) {
        var written = new MockEnvironment().withProperty(name, "1");
        String action = assertThatThrownBy(() -> UnknownPropertyCheck.check(written))
                .asInstanceOf(InstanceOfAssertFactories.type(InvalidPropertyException.class))
                .actual()
                .action();
        for (String proposed : action.replace("Write for example ", "").split(" or ")) {
            var environment = new MockEnvironment().withProperty(proposed, "1");
            assertThatCode(() -> UnknownPropertyCheck.check(environment))
                    .as(action)
                    .doesNotThrowAnyException();
        }
    }
}
