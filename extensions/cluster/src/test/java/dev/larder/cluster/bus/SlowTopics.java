package dev.larder.cluster.bus;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.topic.ITopic;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** A Hazelcast whose topics hold up whoever publishes. */
final class SlowTopics {

    /** What each publication waits for. */
    interface Wait {
        void await() throws InterruptedException;
    }

    private SlowTopics() {}

    static HazelcastInstance instance(HazelcastInstance real, Wait wait) {
        return (HazelcastInstance) Proxy.newProxyInstance(
                SlowTopics.class.getClassLoader(),
                new Class<?>[] {HazelcastInstance.class},
                (proxy, method, arguments) -> {
                    Object result = call(real, method, arguments);
                    return result instanceof ITopic<?> topic ? topic(topic, wait) : result;
                });
    }

    private static Object topic(ITopic<?> real, Wait wait) {
        return Proxy.newProxyInstance(
                SlowTopics.class.getClassLoader(), new Class<?>[] {ITopic.class}, (proxy, method, arguments) -> {
                    if (method.getName().startsWith("publish")) {
                        wait.await();
                    }
                    return call(real, method, arguments);
                });
    }

    private static Object call(Object real, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
}
