package dev.larder.gateway.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.larder.cache.spi.CacheTag;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.invalidation.EpochChange;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a listener throws is no concern of the request, of the write, and of the other listeners. */
class CompositeCacheEventListenerTest {

    private final List<String> told = new ArrayList<>();

    static List<Method> events() {
        return Arrays.stream(CacheEventListener.class.getMethods())
                .filter(method -> method.getReturnType() == void.class)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("events")
    void listenerExceptionReachesNeitherCallerNorOtherListeners(Method event) {
        CacheEventListener all = CompositeCacheEventListener.of(List.of(failing(), listening()));
        Object[] arguments = Arrays.stream(event.getParameterTypes())
                .map(type -> type == long.class ? (Object) 0L : type == boolean.class ? (Object) false : null)
                .toArray();
        assertThatCode(() -> event.invoke(all, arguments)).doesNotThrowAnyException();
        assertThat(told).containsExactly(event.getName());
    }

    @ParameterizedTest
    @MethodSource("failingInTurns")
    void writeListenerExceptionDoesNotAffectOtherListeners(boolean begins) {
        CacheEventListener first = begins ? failingLater() : failing();
        WriteListener write =
                CompositeCacheEventListener.of(List.of(first, listening())).writeBegun(null, Set.of());
        write.happened(null, Set.of());
        write.ended();
        assertThat(told).containsExactly("writeBegun", "happened", "ended");
    }

    static List<Boolean> failingInTurns() {
        return List.of(false, true);
    }

    private static CacheEventListener failing() {
        return proxy((method, arguments) -> {
            throw new NoSuchMethodError(method.getName());
        });
    }

    private static CacheEventListener failingLater() {
        return new CacheEventListener() {
            @Override
            public WriteListener writeBegun(ResourceTags resourceTags, Set<CacheTag> tags) {
                return new WriteListener() {
                    @Override
                    public void happened(EpochChange change, Set<CacheTag> more) {
                        throw new IllegalStateException("happened");
                    }

                    @Override
                    public void ended() {
                        throw new AssertionError("ended");
                    }
                };
            }
        };
    }

    private CacheEventListener listening() {
        return proxy((method, arguments) -> {
            told.add(method.getName());
            return method.getReturnType() == WriteListener.class ? listeningLater() : null;
        });
    }

    private WriteListener listeningLater() {
        return new WriteListener() {
            @Override
            public void happened(EpochChange change, Set<CacheTag> more) {
                told.add("happened");
            }

            @Override
            public void ended() {
                told.add("ended");
            }
        };
    }

    private interface Handler {
        Object handle(Method method, Object[] arguments);
    }

    private static CacheEventListener proxy(Handler handler) {
        return (CacheEventListener) Proxy.newProxyInstance(
                CacheEventListener.class.getClassLoader(),
                new Class<?>[] {CacheEventListener.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "isListening" -> true;
                    case "toString" -> "a failing listener";
                    default -> handler.handle(method, arguments);
                });
    }
}
