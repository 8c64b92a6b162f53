package dev.larder.gateway.autoconfigure;

import static org.assertj.core.api.Assertions.assertThatCode;

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
    void aNameThatIsBoundIsKnown(String name) {
        var environment = new MockEnvironment().withProperty(name, "1");
        assertThatCode(() -> UnknownPropertyCheck.check(environment)).doesNotThrowAnyException();
    }
}
