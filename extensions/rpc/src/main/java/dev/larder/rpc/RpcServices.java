package dev.larder.rpc;

import dev.larder.rpc.v1.DocumentCacheGrpc;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.util.List;

/** The services of the gRPC server: the cache, health and reflection. */
public final class RpcServices {

    private final HealthStatusManager health = new HealthStatusManager();
    private final DocumentCacheService cache;

    /** Creates the services around this one. */
    public RpcServices(DocumentCacheService cache) {
        this.cache = cache;
        health.setStatus(DocumentCacheGrpc.SERVICE_NAME, ServingStatus.SERVING);
    }

    /** Returns all services. */
    public List<ServerServiceDefinition> definitions() {
        return List.of(
                ServerInterceptors.intercept(cache, RpcCaller.interceptor()),
                health.getHealthService().bindService(),
                ProtoReflectionServiceV1.newInstance().bindService());
    }

    /** Sets health to not serving, because no more calls will be accepted soon; calls in progress continue. */
    public void leave() {
        health.enterTerminalState();
    }
}
